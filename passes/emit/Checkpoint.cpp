//===- Checkpoint.cpp -----------------------------------------------------===//
#include "emit/Checkpoint.h"
#include "abi/Halves.h"
#include "abi/Signature.h"
#include "emit/AdvanceStep.h"
#include "emit/Emit.h"
#include "regions/Snapshots.h"
#include "shadow/RuntimeCalls.h"
#include "support/Origins.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace enzyme {

/// The halves of it for a step that is kept: other steps run between the two, and what they
/// change is not what it was.
static DerivativeKey keptStepKey(const DerivativeKey &key, const CheckpointPlan &plan) {
  DerivativeKey wanted = stepKey(key, *plan.step);
  wanted.mode = Mode::ReverseAugmented;
  auto changes = [&](const Value &operand) {
    auto isOfIt = [&](const StatePiece &piece) { return piece.base == &operand; };
    auto isRead = [](const StatePiece &piece) {
      return piece.kind == PieceKind::Constant || piece.kind == PieceKind::Stable;
    };
    auto pieces = make_filter_range(plan.pieces, isOfIt);
    return pieces.empty() || !all_of(pieces, isRead);
  };
  for (auto [index, operand] : enumerate(plan.step->args()))
    wanted.overwritten[index] = operand->getType()->isPointerTy() && changes(*operand);
  return wanted;
}

/// The same loop, keeping everything.
static DerivativeKey plainKey(DerivativeKey key) {
  key.keepsAll = true;
  return key;
}

/// The first half of what a combined derivative does.
static DerivativeKey augmentedOf(DerivativeKey combined) {
  combined.mode = Mode::ReverseAugmented;
  combined.returnsPrimal = !combined.primal->getReturnType()->isVoidTy();
  return combined;
}

namespace {

constexpr uint64_t sizeOfTagged = 16; // a tape, and which of two it is

/// One of the derivative functions, and what the loop's values are there.
struct Half {
  Half(const DerivativeKey &key, Function &function)
      : key(key), signature(Signature::of(key)), function(function),
        builder(function.getContext()) {}

  Value *at(Value *value) {
    auto *parameter = dyn_cast<Argument>(value);
    return parameter ? function.getArg(signature.primalParameter[parameter->getArgNo()]) : value;
  }
  Value *shadow(Value *value, unsigned lane) {
    auto *parameter = dyn_cast<Argument>(value);
    auto place = parameter ? signature.shadowParameter[parameter->getArgNo()] : std::nullopt;
    return place ? function.getArg(*place + lane) : at(value);
  }
  Value *tape() { return function.getArg(*signature.tapeParameter); }
  /// A further block; the entry exists from then on.
  BasicBlock *begin(const Twine &name) {
    if (function.empty())
      BasicBlock::Create(function.getContext(), "entry", &function);
    return BasicBlock::Create(function.getContext(), name, &function);
  }
  Value *memory(const CheckpointPlan &plan);
  SmallVector<Value *, 16> operands(const CallInst &step);

  const DerivativeKey &key;
  Signature signature;
  Function &function;
  IRBuilder<> builder;

private:
  Value *pieces(ArrayRef<std::pair<Value *, Value *>> list);
};

Value *Half::pieces(ArrayRef<std::pair<Value *, Value *>> list) {
  Type *piece = StructType::get(builder.getPtrTy(), builder.getInt64Ty());
  Value *array = builder.CreateAlloca(ArrayType::get(piece, list.size()), nullptr, "pieces");
  for (auto [index, entry] : enumerate(list)) {
    Value *at = builder.CreateConstInBoundsGEP1_64(piece, array, index);
    builder.CreateStore(entry.first, at);
    builder.CreateStore(entry.second, builder.CreateStructGEP(piece, at, 1));
  }
  return array;
}

/// The description of all pieces that the runtime wants.
Value *Half::memory(const CheckpointPlan &plan) {
  SmallVector<std::pair<Value *, Value *>, 16> state, constant;
  for (const StatePiece &piece : plan.pieces) {
    if (piece.kind == PieceKind::Stable)
      continue;
    // Scratch is put back with what is only read: when the reverse sweep begins, where it does no
    // harm, and when it is done.
    bool isOnce = piece.kind == PieceKind::Constant || piece.kind == PieceKind::Scratch;
    auto &list = isOnce ? constant : state;
    list.push_back({at(piece.memory), at(piece.bytes)});
    for (unsigned lane = 0; piece.kind == PieceKind::Pointer && lane != key.width; ++lane)
      if (Value *shadow = this->shadow(piece.memory, lane); shadow != at(piece.memory))
        list.push_back({shadow, at(piece.bytes)});
  }
  Type *whole = StructType::get(builder.getPtrTy(), builder.getPtrTy(), builder.getInt64Ty(),
                                builder.getInt64Ty());
  Value *memory = builder.CreateAlloca(whole, nullptr, "memory");
  Value *members[] = {pieces(state), pieces(constant), builder.getInt64(state.size()),
                      builder.getInt64(constant.size())};
  for (auto [index, member] : enumerate(members))
    builder.CreateStore(member, builder.CreateStructGEP(whole, memory, index));
  return memory;
}

/// Of a call of the iteration's derivative, or of the function that advances by one.
SmallVector<Value *, 16> Half::operands(const CallInst &step) {
  SmallVector<Value *, 16> operands;
  for (const Use &operand : step.args()) {
    operands.push_back(at(operand));
    if (activityOfOperand(key, *operand) == Activity::Dup)
      for (unsigned lane = 0; lane != key.width; ++lane)
        operands.push_back(shadow(operand, lane));
  }
  return operands;
}

class SnapshotEmitter {
public:
  SnapshotEmitter(Context &context, const DerivativeKey &key, SnapshotDerivative &derivative)
      : context(context), key(key), derivative(derivative), plan(readPlan(*key.primal)),
        runtime(context.workshop) {}

  /// The body of the gradient comes along.
  void emitHalves();
  void emitCombined(Function &function);

private:
  void emitAugmented(Function &function);
  void emitGradient(Function &function);
  void emitChoice(Function &function, Function &plain, Function &snapshots);
  void emitChosen(Function &function, Function &plain, Function &snapshots);
  CallInst *callAdvance(Half &half) {
    return half.builder.CreateCall(advance, half.operands(*plan.step));
  }
  void cloneLoop(Half &half, ValueToValueMapTy &copies);

  Context &context;
  const DerivativeKey &key;
  SnapshotDerivative &derivative;
  CheckpointPlan plan;
  RuntimeCalls runtime;
  Function *advance = nullptr;
};

void SnapshotEmitter::cloneLoop(Half &half, ValueToValueMapTy &copies) {
  AttributeList declared = half.function.getAttributes();
  for (Argument &parameter : key.primal->args())
    copies[&parameter] = half.at(&parameter);
  SmallVector<ReturnInst *, 2> returns;
  CloneFunctionInto(&half.function, key.primal, copies, CloneFunctionChangeType::LocalChangesOnly,
                    returns);
  half.function.setAttributes(declared);
  half.function.setCallingConv(CallingConv::C);
  half.function.setLinkage(GlobalValue::InternalLinkage);
  forgetCopy(half.function);
}

/// The loop itself: what it said of itself becomes the plan, its iteration one that moves
/// shadow addresses too.
void SnapshotEmitter::emitAugmented(Function &function) {
  Half half(key, function);
  ValueToValueMapTy copies;
  cloneLoop(half, copies);
  IRBuilder<> &builder = half.builder;
  auto *begin = cast<CallInst>(copies[plan.call]), *step = cast<CallInst>(copies[plan.step]);
  builder.SetInsertPoint(&*function.getEntryBlock().begin());
  Value *memory = half.memory(plan);
  builder.SetInsertPoint(begin);
  Value *tape =
      runtime.beginCheckpoints(builder, memory, half.at(plan.budget), half.at(plan.count));
  begin->eraseFromParent();
  builder.SetInsertPoint(step);
  runtime.visitCheckpoint(builder, tape, memory);
  step->replaceAllUsesWith(callAdvance(half));
  step->eraseFromParent();
  for (BasicBlock &block : function) {
    auto *end = dyn_cast<ReturnInst>(block.getTerminator());
    if (!end)
      continue;
    builder.SetInsertPoint(end);
    Value *result = PoisonValue::get(function.getReturnType());
    result = builder.CreateInsertValue(result, tape, *half.signature.tapeResult);
    if (half.signature.primalResult)
      result =
          builder.CreateInsertValue(result, end->getReturnValue(), *half.signature.primalResult);
    builder.CreateRet(result);
    end->eraseFromParent();
  }
}

void SnapshotEmitter::emitGradient(Function &function) {
  DerivativeKey kept = keptStepKey(key, plan);
  Function *reverse = derivative.called.at(stepKey(key, *plan.step));
  Function *keep = derivative.called.at(kept);
  Function *reverseKept = derivative.called.at(gradientOf(kept));
  DerivativeKey own = gradientOf(key);
  Half half(own, function);
  IRBuilder<> &builder = half.builder;
  BasicBlock *ask = half.begin("ask"), *again = half.begin("again"), *back = half.begin("back"),
             *keeps = half.begin("keep"), *backKept = half.begin("back.kept"),
             *done = half.begin("done");
  builder.SetInsertPoint(&function.getEntryBlock());
  Value *memory = half.memory(plan);
  Value *schedule = runtime.enterCheckpoints(builder, half.tape(), memory);
  builder.CreateBr(ask);
  builder.SetInsertPoint(ask);
  SwitchInst *answer = builder.CreateSwitch(runtime.nextCheckpoint(builder, schedule), done, 4);
  BasicBlock *const blocks[] = {again, back, keeps, backKept};
  for (auto [index, block] : enumerate(blocks))
    answer->addCase(builder.getInt32(index + 1), block);
  builder.SetInsertPoint(again);
  callAdvance(half);
  builder.CreateBr(ask);
  builder.SetInsertPoint(back);
  builder.CreateCall(reverse, half.operands(*plan.step));
  builder.CreateBr(ask);
  builder.SetInsertPoint(keeps);
  Value *step = builder.CreateCall(keep, half.operands(*plan.step));
  unsigned tape = *Signature::of(kept).tapeResult;
  runtime.keepStep(builder, schedule, builder.CreateExtractValue(step, tape));
  builder.CreateBr(ask);
  builder.SetInsertPoint(backKept);
  SmallVector<Value *, 16> operands = half.operands(*plan.step);
  operands.push_back(runtime.keptStep(builder, schedule));
  builder.CreateCall(reverseKept, operands);
  builder.CreateBr(ask);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
  addTapeLifetime(function);
}

/// Where snapshots were not requested but memory is limited: `plain` keeps everything, if
/// that is no more than the limit.
void SnapshotEmitter::emitChoice(Function &function, Function &plain, Function &snapshots) {
  Half half(key, function);
  IRBuilder<> &builder = half.builder;
  BasicBlock *keeps = half.begin("keeps.all"), *takes = half.begin("takes.snapshots");
  builder.SetInsertPoint(&function.getEntryBlock());
  Value *fits = runtime.checkpointsFit(
      builder, half.memory(plan), builder.CreateNeg(half.at(plan.budget)), half.at(plan.count));
  builder.CreateCondBr(fits, keeps, takes);
  SmallVector<Value *, 16> operands(make_pointer_range(function.args()));
  for (auto [block, callee] : {std::pair(keeps, &plain), std::pair(takes, &snapshots)}) {
    builder.SetInsertPoint(block);
    Value *result = builder.CreateCall(callee, operands);
    Value *tape = builder.CreateExtractValue(result, *half.signature.tapeResult);
    Value *tagged = runtime.allocate(builder, builder.getInt64(sizeOfTagged));
    builder.CreateStore(tape, tagged);
    builder.CreateStore(builder.getInt64(callee == &plain),
                        builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), tagged, 1));
    builder.CreateRet(builder.CreateInsertValue(result, tagged, *half.signature.tapeResult));
  }
}

/// The reverse sweep of what was chosen.
void SnapshotEmitter::emitChosen(Function &function, Function &plain, Function &snapshots) {
  DerivativeKey own = gradientOf(key);
  Half half(own, function);
  IRBuilder<> &builder = half.builder;
  BasicBlock *keeps = half.begin("kept.all"), *takes = half.begin("took.snapshots");
  builder.SetInsertPoint(&function.getEntryBlock());
  Value *tape = builder.CreateLoad(builder.getPtrTy(), half.tape());
  Value *tag =
      builder.CreateLoad(builder.getInt64Ty(),
                         builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), half.tape(), 1));
  builder.CreateCondBr(builder.CreateIsNotNull(tag), keeps, takes);
  SmallVector<Value *, 16> operands(make_pointer_range(function.args()));
  operands[*half.signature.tapeParameter] = tape;
  for (auto [block, callee] : {std::pair(keeps, &plain), std::pair(takes, &snapshots)}) {
    builder.SetInsertPoint(block);
    builder.CreateCall(callee, operands);
    builder.CreateRetVoid();
  }
}

void SnapshotEmitter::emitHalves() {
  Function *first = derivative.function, *second = derivative.gradient;
  if (isBudgetOfBytes(*plan.budget)) {
    for (Function **half : {&first, &second}) {
      *half = Function::Create((*half)->getFunctionType(), GlobalValue::InternalLinkage,
                               (*half)->getName() + ".snapshots", context.workshop);
      derivative.helpers.push_back(*half);
    }
    DerivativeKey plain = plainKey(key);
    emitChoice(*derivative.function, *derivative.called.at(plain), *first);
    emitChosen(*derivative.gradient, *derivative.called.at(gradientOf(plain)), *second);
  }
  advance = makeAdvance(plan, stepKey(key, *plan.step));
  derivative.helpers.push_back(advance);
  emitAugmented(*first);
  emitGradient(*second);
}

void SnapshotEmitter::emitCombined(Function &function) {
  DerivativeKey first = augmentedOf(key);
  Function *augmented = derivative.called.at(first);
  Function *gradient = derivative.called.at(gradientOf(first));
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "entry", &function));
  SmallVector<Value *, 16> operands(make_pointer_range(function.args()));
  Value *half = builder.CreateCall(augmented, operands);
  Signature signature = Signature::of(first), own = Signature::of(key);
  operands.push_back(builder.CreateExtractValue(half, *signature.tapeResult));
  builder.CreateCall(gradient, operands);
  if (own.primalResult) {
    Value *result = builder.CreateExtractValue(half, *signature.primalResult);
    builder.CreateRet(builder.CreateInsertValue(PoisonValue::get(function.getReturnType()), result,
                                                *own.primalResult));
  } else {
    builder.CreateRetVoid();
  }
  addTapeLifetime(function);
}

} // namespace

std::vector<DerivativeKey> derivativesForSnapshots(const DerivativeKey &key) {
  if (key.mode == Mode::ReverseCombined)
    return {augmentedOf(key), gradientOf(augmentedOf(key))};
  CheckpointPlan plan = readPlan(*key.primal);
  std::vector<DerivativeKey> wanted;
  if (isBudgetOfBytes(*plan.budget))
    wanted = {plainKey(key), gradientOf(plainKey(key))};
  DerivativeKey kept = keptStepKey(key, plan);
  wanted.insert(wanted.end(), {stepKey(key, *plan.step), kept, gradientOf(kept)});
  return wanted;
}

void emitSnapshots(Context &context, const DerivativeKey &key, SnapshotDerivative &derivative) {
  SnapshotEmitter emitter(context, key, derivative);
  if (key.mode == Mode::ReverseCombined)
    return emitter.emitCombined(*derivative.function);
  derivative.shape.usesArena = true;
  derivative.shape.tag = xxh3_64bits(derivative.function->getName());
  emitter.emitHalves();
}

} // namespace enzyme
