//===- Strips.cpp --------------------------------------------------------===//
//
//   refuse unless lanes >= 1 and what is written is not also read
//   for (lane = 0; lane + width <= lanes; lane += width)  wide(…, base + (lane + i) * stride, …)
//   for (; lane < lanes; lane += 1)                       narrow(…, base + lane * stride, …)
//
// Lanes that are left over cannot be given to one more strip: it would need memory
// for the shadows of lanes that do not exist, and it is unknown how much.
//
// A primal that must not run twice runs once:
//
//   tape = augmented(…)
//   for (lane = 0; lane < lanes; lane += 1)               half(…, base + lane * stride, …, tape)
//
// and so do the halves that the program asks for, the last lane with one that frees
// the tape.
//===----------------------------------------------------------------------===//
#include "emit/Strips.h"
#include "abi/Strips.h"
#include "emit/Emit.h"
#include "emit/RuleEffects.h"
#include "request/PassArguments.h"
#include "shadow/RuntimeCalls.h"

using namespace llvm;

namespace enzyme {
namespace {

class StripEmitter {
public:
  StripEmitter(const DerivativeKey &key, StripSignature type, Function &wide)
      : key(key), signature(std::move(type)), runtime(*wide.getParent()),
        function(*Function::Create(signature.type, GlobalValue::InternalLinkage,
                                   wide.getName() + ".strips", wide.getParent())),
        builder(BasicBlock::Create(function.getContext(), "entry", &function)) {}

  Function *emit(Function &wide, Function &narrow) {
    start([&] { refuseSharedMemory(); });
    loop(wide, key.width, signature.strip);
    DerivativeKey one = key;
    one.width = 1;
    loop(narrow, 1, Signature::of(one));
    finish();
    return &function;
  }

  /// `half`, of this signature, from the tape of one run of `augmented`.
  Function *emitFromTape(Function &augmented, const Signature &first, Function &half,
                         const Signature &second) {
    start([&] { runOnce(augmented, first); });
    loop(half, 1, second);
    finish();
    addTapeLifetime(function);
    return &function;
  }

  Function *emitHalf(Function &keeping, Function &last, const Signature &of) {
    start([&] { tape = function.getArg(*signature.tapeParameter); });
    loop(keeping, 1, of, /*left=*/1);
    strip(last, builder.CreateLoad(builder.getInt64Ty(), lane), 1, of);
    finish();
    return &function;
  }

private:
  void start(function_ref<void()> prepare) {
    Value *lanes = function.getArg(signature.lanesParameter);
    Value *isNone = builder.CreateICmpSLT(lanes, builder.getInt64(1));
    refuseIf(isNone, "enzyme_width is less than 1");
    makeHidden(lanes);
    prepare();
    makeResults(lanes);
    lane = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "lane");
    builder.CreateStore(builder.getInt64(0), lane);
  }

  /// With the shadows of lane 0, which it does not look at (ShadowUse.h).
  void runOnce(Function &augmented, const Signature &of) {
    Value *made = builder.CreateCall(&augmented, argumentsFor(of, builder.getInt64(0), 1));
    tape = builder.CreateExtractValue(made, *of.tapeResult);
    if (of.primalResult)
      returned = builder.CreateExtractValue(made, *of.primalResult);
  }

  void refuseIf(Value *condition, StringRef message) {
    BasicBlock *refused = BasicBlock::Create(function.getContext(), "refused", &function);
    BasicBlock *fine = BasicBlock::Create(function.getContext(), "fine", &function);
    builder.CreateCondBr(condition, refused, fine);
    builder.SetInsertPoint(refused);
    runtime.refuse(builder, message, Position::of(*key.primal));
    builder.CreateUnreachable();
    builder.SetInsertPoint(fine);
  }

  /// isRepeatable takes parameters to lead to different memory; here is whether
  /// they do, as far as two pointers can tell.
  void refuseSharedMemory() {
    RuleEffects effects = effectsOf(*key.primal);
    for (const Argument &written : key.primal->args())
      for (const Argument &other : key.primal->args()) {
        bool isRisk = &written != &other && !written.hasStructRetAttr() &&
                      !other.hasStructRetAttr() && effects.writes.contains(&written) &&
                      effects.reads.contains(&other);
        if (isRisk)
          refuseIf(builder.CreateICmpEQ(primal(written.getArgNo()), primal(other.getArgNo())),
                   "with an enzyme_width known at run time, memory that is written may not also be "
                   "read");
      }
  }

  Value *primal(unsigned parameter) {
    return function.getArg(signature.primalParameter[parameter]);
  }

  /// A hidden result, the same in each strip, and its tangents.
  void makeHidden(Value *lanes) {
    if (!signature.hidden)
      return;
    hidden = builder.CreateAlloca(signature.hidden, nullptr, "result");
    if (signature.seedsParameter)
      hiddenLanes = function.getArg(*signature.seedsParameter);
    else if (signature.hiddenLanes)
      hiddenLanes = clearedLanes(builder.CreateMul(lanes, hiddenBytes()));
  }
  ConstantInt *hiddenBytes() {
    return builder.getInt64(function.getDataLayout().getTypeAllocSize(signature.hidden));
  }
  Value *clearedLanes(Value *bytes) {
    Value *memory = runtime.lanes(builder, bytes);
    builder.CreateMemSet(memory, builder.getInt8(0), bytes, MaybeAlign());
    return memory;
  }

  void makeResults(Value *lanes) {
    auto *natural = function.getReturnType()->isVoidTy()
                        ? nullptr
                        : dyn_cast<StructType>(signature.strip.type->getReturnType());
    for (unsigned i = 0; natural && i != natural->getNumElements(); ++i) {
      Type *member = natural->getElementType(i);
      if (!signature.isPerLane(i)) {
        results.push_back(builder.CreateAlloca(member, nullptr, "primal"));
        continue;
      }
      Type *one = key.width > 1 ? member->getArrayElementType() : member;
      uint64_t bytes = function.getDataLayout().getTypeAllocSize(one);
      results.push_back(runtime.lanes(builder, builder.CreateMul(lanes, builder.getInt64(bytes))));
    }
  }

  /// Strips of `width` lanes for as long as there are so many besides those to be `left`.
  void loop(Function &derivative, unsigned width, const Signature &of, unsigned left = 0) {
    LLVMContext &context = function.getContext();
    BasicBlock *header = BasicBlock::Create(context, "strips", &function);
    BasicBlock *body = BasicBlock::Create(context, "strip", &function);
    BasicBlock *after = BasicBlock::Create(context, "after", &function);
    builder.CreateBr(header);
    builder.SetInsertPoint(header);
    Value *first = builder.CreateLoad(builder.getInt64Ty(), lane);
    Value *next = builder.CreateAdd(first, builder.getInt64(width));
    Value *end = builder.CreateAdd(next, builder.getInt64(left));
    builder.CreateCondBr(builder.CreateICmpSLE(end, function.getArg(signature.lanesParameter)),
                         body, after);
    builder.SetInsertPoint(body);
    strip(derivative, first, width, of);
    builder.CreateStore(next, lane);
    builder.CreateBr(header);
    builder.SetInsertPoint(after);
  }

  Value *shadow(unsigned base, Type *type, Value *at) {
    Value *distance = builder.CreateMul(at, function.getArg(base + 1));
    Value *address = builder.CreatePtrAdd(function.getArg(base), distance);
    return type->isPointerTy() ? address : builder.CreateAlignedLoad(type, address, Align(1));
  }

  /// Of a hidden result in one lane; a place to discard it where it is not wanted.
  Value *hiddenShadow(Value *at) {
    if (!hiddenLanes)
      hiddenLanes = entrySink(function, signature.hidden), isForgotten = true;
    return isForgotten ? hiddenLanes
                       : builder.CreatePtrAdd(hiddenLanes, builder.CreateMul(at, hiddenBytes()));
  }

  Value *seedOf(Type *type, Value *first) {
    if (!signature.seedParameter)
      return unitSeed(type);
    return shadow(*signature.seedParameter, type, first);
  }

  SmallVector<Value *, 16> argumentsFor(const Signature &of, Value *first, unsigned width) {
    SmallVector<Value *, 16> operands;
    for (const Argument &parameter : key.primal->args()) {
      unsigned i = parameter.getArgNo();
      const bool isHidden = parameter.hasStructRetAttr();
      operands.push_back(isHidden ? hidden : primal(i));
      for (unsigned k = 0; of.shadowParameter[i] && k != width; ++k) {
        Value *at = builder.CreateAdd(first, builder.getInt64(k));
        operands.push_back(isHidden ? hiddenShadow(at)
                                    : shadow(*signature.baseParameter[i], parameter.getType(), at));
      }
    }
    if (of.seedParameter)
      operands.push_back(seedOf(of.type->getParamType(*of.seedParameter), first));
    if (of.tapeParameter)
      operands.push_back(tape);
    return operands;
  }

  /// Where member `i` of a strip's results is in those of a function of signature `of`.
  std::optional<unsigned> memberOf(const Signature &of, unsigned i) const {
    if (signature.strip.primalResult == i)
      return of.primalResult;
    if (signature.strip.shadowResult == i)
      return of.shadowResult;
    for (auto [strip, here] : zip(signature.strip.adjointResult, of.adjointResult))
      if (strip == i)
        return here;
    llvm_unreachable("every member is one of these");
  }

  void strip(Function &derivative, Value *first, unsigned width, const Signature &of) {
    Value *made = builder.CreateCall(&derivative, argumentsFor(of, first, width));
    for (auto [i, memory] : enumerate(results)) {
      std::optional<unsigned> at = memberOf(of, i);
      Value *member = at ? builder.CreateExtractValue(made, *at) : returned;
      Type *one = width > 1 && signature.isPerLane(i) ? member->getType()->getArrayElementType()
                                                      : member->getType();
      builder.CreateStore(member,
                          signature.isPerLane(i) ? builder.CreateGEP(one, memory, first) : memory);
    }
  }

  void finish() {
    if (function.getReturnType()->isVoidTy()) {
      builder.CreateRetVoid();
      return;
    }
    Value *result = PoisonValue::get(function.getReturnType());
    if (signature.hiddenPrimal)
      result = builder.CreateInsertValue(result, builder.CreateLoad(signature.hidden, hidden),
                                         *signature.hiddenPrimal);
    if (signature.hiddenLanes)
      result = builder.CreateInsertValue(result, hiddenLanes, *signature.hiddenLanes);
    for (auto [i, memory] : enumerate(results)) {
      unsigned at = signature.firstResult + i;
      Type *type = cast<StructType>(function.getReturnType())->getElementType(at);
      Value *member = signature.isPerLane(i) ? memory : builder.CreateLoad(type, memory);
      result = builder.CreateInsertValue(result, member, at);
    }
    builder.CreateRet(result);
  }

  const DerivativeKey &key;
  const StripSignature signature;
  RuntimeCalls runtime;
  Function &function;
  IRBuilder<> builder;
  SmallVector<Value *, 4> results; ///< where each member of the result is
  Value *hidden = nullptr;         ///< where a hidden result goes
  Value *hiddenLanes = nullptr;    ///< its tangents or adjoints
  bool isForgotten = false;        ///< they are not wanted
  Value *lane = nullptr;           ///< the first lane of the next strip
  Value *tape = nullptr;           ///< of the one run of the primal
  Value *returned = nullptr;       ///< the same run's result
};

} // namespace

Function *emitStrips(const DerivativeKey &key, Function &wide, Function &narrow) {
  return StripEmitter(key, StripSignature::of(key), wide).emit(wide, narrow);
}

Function *emitLanesFromTape(const DerivativeKey &key, Function &augmented, const Signature &first,
                            Function &half, const Signature &second) {
  return StripEmitter(key, StripSignature::of(key), half)
      .emitFromTape(augmented, first, half, second);
}

Function *emitLanesOfHalf(const DerivativeKey &key, const StripSignature &type, Function &keeping,
                          Function &last, const Signature &of) {
  return StripEmitter(key, type, last).emitHalf(keeping, last, of);
}

} // namespace enzyme
