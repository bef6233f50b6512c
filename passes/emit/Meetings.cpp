//===- Meetings.cpp ---------------------------------------------------------===//
//
// A wait is one in both sweeps: what one thread wrote before it and others read behind it, the
// others add to in the reverse sweep before that thread takes it.
//
// y = shuffle(x) gives each thread the number of another one, or its own. So the adjoint of x is
// the sum of the adjoints of y in all threads that were given x:
//
//   x̅[me] = Σ_k  source(k) == me ? y̅[k] : 0
//
// Mostly all threads ask for the same distance; then there is one other thread that may have been
// given x, or, where all ask for one thread, all those of its part of the warp. Else each thread of
// the warp is asked.
//===----------------------------------------------------------------------===//
#include "emit/Meetings.h"
#include "abi/Signature.h"
#include "emit/Permutes.h"
#include "rules/gpu/Meetings.h"
#include "support/Mutation.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned warp = 32;

/// The body of x̅ = back(mask, y̅, distance, clamp), of NVPTX's shuffles (PTX ISA, shfl.sync).
class BackEmitter {
public:
  BackEmitter(Function &back, Function &shuffle)
      : back(back), mask(back.getArg(0)), adjoint(back.getArg(1)), distance(back.getArg(2)),
        clamp(back.getArg(3)), builder(block("entry")), how(howShuffled(shuffle)) {}

  void emit() {
    BasicBlock *ask = block("ask"), *same = block("same"), *others = block("others");
    lane = builder.CreateIntrinsic(word(), Intrinsic::nvvm_read_ptx_sreg_laneid, {});
    segment = builder.CreateAnd(builder.CreateLShr(clamp, 8), warp - 1);
    distance = builder.CreateAnd(distance, warp - 1);
    own = source(lane);
    Value *way = builder.CreateOr(distance, builder.CreateShl(clamp, 8));
    Value *isConstant = builder.CreateIntrinsic(Intrinsic::is_constant, {word()}, {way});
    if (how == "idx") { // the sum below is that of whole warps
      BasicBlock *whole = block("whole");
      builder.CreateCondBr(builder.CreateICmpEQ(mask, builder.getInt32(-1)), whole, others);
      builder.SetInsertPoint(whole);
    }
    builder.CreateCondBr(isConstant, same, ask);
    builder.SetInsertPoint(ask);
    Value *match = builder.CreateIntrinsic(Intrinsic::nvvm_match_all_sync_i32p, {}, {mask, way});
    builder.CreateCondBr(builder.CreateExtractValue(match, 1), same, others);
    builder.SetInsertPoint(same);
    builder.CreateRet(how == "idx" ? sumOfSegment() : fromOneOther());
    askAll(others);
  }

private:
  Type *word() { return builder.getInt32Ty(); }
  Value *zero() { return Constant::getNullValue(adjoint->getType()); }
  BasicBlock *block(const char *name) { return BasicBlock::Create(back.getContext(), name, &back); }

  /// Where thread `of` of the warp gets its number from.
  Value *source(Value *of) {
    Value *first = builder.CreateAnd(of, segment), *inside = builder.CreateNot(segment);
    Value *last =
        builder.CreateOr(first, builder.CreateAnd(builder.CreateAnd(clamp, warp - 1), inside));
    Value *from = how == "up"     ? builder.CreateSub(of, distance)
                  : how == "down" ? builder.CreateAdd(of, distance)
                  : how == "bfly" ? builder.CreateXor(of, distance)
                                  : builder.CreateOr(first, builder.CreateAnd(distance, inside));
    if (mutation::breaks("meeting.source"))
      return from;
    Value *isInside =
        how == "up" ? builder.CreateICmpSGE(from, last) : builder.CreateICmpSLE(from, last);
    return builder.CreateSelect(isInside, from, of);
  }

  /// What thread `from` of the warp has, of the adjoint's type.
  Value *adjointOf(Value *from) { return shuffled("idx", from); }
  Value *shuffled(StringRef which, Value *from) {
    Function *callee = declareShuffle(*back.getParent(), which, adjoint->getType());
    return builder.CreateCall(callee, {mask, adjoint, from, builder.getInt32(warp - 1)});
  }

  Value *isMember(Value *thread) {
    Value *bit = builder.CreateLShr(mask, builder.CreateAnd(thread, warp - 1));
    return builder.CreateTrunc(bit, builder.getInt1Ty());
  }

  Value *where(Value *condition, Value *number) {
    return builder.CreateSelect(condition, number, zero());
  }

  /// All threads go the same distance: one other may have got the number, or the thread itself.
  Value *fromOneOther() {
    Value *other = how == "up"     ? builder.CreateAdd(lane, distance)
                   : how == "down" ? builder.CreateSub(lane, distance)
                                   : builder.CreateXor(lane, distance);
    Value *isOther = builder.CreateAnd(builder.CreateICmpULT(other, builder.getInt32(warp)),
                                       builder.CreateICmpNE(other, lane));
    isOther = builder.CreateAnd(isOther, isMember(other));
    isOther = builder.CreateAnd(isOther, builder.CreateICmpEQ(source(other), lane));
    Value *given = adjointOf(builder.CreateSelect(isOther, other, lane));
    return builder.CreateFAdd(where(isOther, given),
                              where(builder.CreateICmpEQ(own, lane), adjoint));
  }

  /// All threads of a part of the warp read one of them; or, where that is none, each reads itself.
  Value *sumOfSegment() {
    Value *inside = builder.CreateNot(segment), *sum = adjoint, *start = adjoint;
    Value *leader =
        builder.CreateOr(builder.CreateAnd(lane, segment), builder.CreateAnd(distance, inside));
    Value *last = builder.CreateOr(builder.CreateAnd(lane, segment),
                                   builder.CreateAnd(builder.CreateAnd(clamp, warp - 1), inside));
    for (unsigned step = warp / 2; step != 0; step /= 2) {
      adjoint = sum;
      Value *other = shuffled("bfly", builder.getInt32(step));
      Value *isInside = builder.CreateICmpNE(builder.CreateAnd(inside, step), builder.getInt32(0));
      sum = builder.CreateFAdd(sum, where(isInside, other));
    }
    adjoint = start;
    Value *ofLeader = where(builder.CreateICmpEQ(leader, lane), sum);
    return builder.CreateSelect(builder.CreateICmpSLE(leader, last), ofLeader, adjoint);
  }

  /// Each thread of the warp in turn: where it got its number from, and its adjoint.
  void askAll(BasicBlock *others) {
    BasicBlock *loop = block("loop"), *done = block("done");
    builder.SetInsertPoint(others);
    builder.CreateBr(loop);
    builder.SetInsertPoint(loop);
    PHINode *thread = builder.CreatePHI(word(), 2), *sum = builder.CreatePHI(adjoint->getType(), 2);
    Value *isThere = isMember(thread), *asked = builder.CreateSelect(isThere, thread, lane);
    Value *from = builder.CreateIntrinsic(Intrinsic::nvvm_shfl_sync_idx_i32, {},
                                          {mask, own, asked, builder.getInt32(warp - 1)});
    Value *given = adjointOf(asked);
    Value *isGiven = builder.CreateAnd(isThere, builder.CreateICmpEQ(from, lane));
    Value *added = builder.CreateFAdd(sum, where(isGiven, given));
    Value *next = builder.CreateAdd(thread, builder.getInt32(1));
    thread->addIncoming(builder.getInt32(0), others);
    thread->addIncoming(next, loop);
    sum->addIncoming(zero(), others);
    sum->addIncoming(added, loop);
    builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt32(warp)), loop, done);
    builder.SetInsertPoint(done);
    builder.CreateRet(added);
  }

  Function &back;
  Value *mask, *adjoint, *distance, *clamp;
  IRBuilder<> builder;
  const StringRef how;
  Value *lane = nullptr, *segment = nullptr, *own = nullptr; ///< own: where the thread reads
};

/// x̅ = back(mask, y̅, distance, clamp), for `shuffle`.
Function &backOf(Function &shuffle) {
  Module &module = *shuffle.getParent();
  std::string name =
      ("enzyme.shuffled_back." + shuffle.getName().substr(meetings::shuffle.size())).str();
  if (Function *known = module.getFunction(name))
    return *known;
  Function *back =
      Function::Create(shuffle.getFunctionType(), GlobalValue::InternalLinkage, name, module);
  back->setConvergent();
  back->setDoesNotThrow();
  if (howShuffled(shuffle) == meetings::permute)
    emitPermutationBack(*back);
  else
    BackEmitter(*back, shuffle).emit();
  return *back;
}

class MeetingEmitter {
public:
  MeetingEmitter(const DerivativeKey &key, Function &function)
      : key(key), primal(*key.primal), function(function), signature(Signature::of(key)),
        builder(BasicBlock::Create(function.getContext(), "entry", &function)),
        result(function.getReturnType()->isVoidTy()
                   ? nullptr
                   : Constant::getNullValue(function.getReturnType())) {
    for (unsigned parameter : signature.primalParameter)
      arguments.push_back(function.getArg(parameter));
  }

  void emit() {
    if (key.mode != Mode::ReverseGradient && key.mode != Mode::ForwardSplit)
      set(signature.primalResult, builder.CreateCall(&primal, arguments));
    if (!isForward(key.mode) && key.mode != Mode::ReverseAugmented)
      isDeviceWait(primal) ? waitBack() : shuffleBack();
    else if (isForward(key.mode) && isDeviceShuffle(primal))
      shuffleTangents();
    if (result)
      builder.CreateRet(result);
    else
      builder.CreateRetVoid();
  }

private:
  static constexpr unsigned number = 1; ///< the parameter of a shuffle that is sent

  /// What waited waits; a fence that released what was written acquires, and the other way.
  void waitBack() {
    if (mutation::breaks("meeting.wait"))
      return;
    std::string name = primal.getName().str();
    StringRef rest = name;
    SmallVector<Value *, 4> operands(arguments);
    if (rest.consume_front(meetings::fence)) {
      auto [spelled, scope] = rest.split('.');
      unsigned ordering = 0;
      spelled.getAsInteger(10, ordering);
      if (AtomicOrdering(ordering) == AtomicOrdering::Acquire)
        ordering = unsigned(AtomicOrdering::Release);
      else if (AtomicOrdering(ordering) == AtomicOrdering::Release)
        ordering = unsigned(AtomicOrdering::Acquire);
      name = (meetings::fence + Twine(ordering) + "." + scope).str();
    } else if (size_t reduction = name.find(reduces); reduction != std::string::npos) {
      size_t end = name.find('.', reduction + reduces.size());
      name.replace(reduction, end - reduction, ".sync");
      operands.pop_back();
    }
    SmallVector<Type *, 3> types;
    for (Value *operand : operands)
      types.push_back(operand->getType());
    auto *type = FunctionType::get(builder.getVoidTy(), types, false);
    builder.CreateCall(declareWait(*function.getParent(), name, type), operands);
  }
  static constexpr StringLiteral reduces = ".red.";

  void shuffleBack() {
    auto adjoint = signature.adjointResult[number];
    if (!adjoint || !signature.seedParameter)
      return;
    Value *seeds = function.getArg(*signature.seedParameter);
    for (unsigned lane = 0; lane != key.width; ++lane) {
      SmallVector<Value *, 4> operands(arguments);
      operands[number] = key.width > 1 ? builder.CreateExtractValue(seeds, lane) : seeds;
      setLane(*adjoint, lane, builder.CreateCall(&backOf(primal), operands));
    }
  }

  void shuffleTangents() {
    auto tangent = signature.shadowParameter[number];
    if (!tangent || !signature.shadowResult)
      return;
    for (unsigned lane = 0; lane != key.width; ++lane) {
      SmallVector<Value *, 4> operands(arguments);
      operands[number] = function.getArg(*tangent + lane);
      setLane(*signature.shadowResult, lane, builder.CreateCall(&primal, operands));
    }
  }

  void set(std::optional<unsigned> index, Value *value) {
    if (index)
      result = builder.CreateInsertValue(result, value, *index);
  }
  void setLane(unsigned index, unsigned lane, Value *value) {
    result = key.width == 1 ? builder.CreateInsertValue(result, value, index)
                            : builder.CreateInsertValue(result, value, {index, lane});
  }

  const DerivativeKey &key;
  Function &primal, &function;
  Signature signature;
  IRBuilder<> builder;
  Value *result; ///< null: none. A tape without anything on it
  SmallVector<Value *, 4> arguments;
};

} // namespace

void emitMeeting(const DerivativeKey &key, Function &function) {
  MeetingEmitter(key, function).emit();
}

} // namespace enzyme
