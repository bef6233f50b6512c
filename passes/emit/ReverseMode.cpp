//===- ReverseMode.cpp - schedules: two sweeps in one function, or in two ===//
#include "emit/AliasScopes.h"
#include "emit/BlockShadows.h"
#include "emit/Emit.h"
#include "emit/InPlace.h"
#include "emit/ReverseSweep.h"
#include "emit/SlotBound.h"
#include "emit/SplitForward.h"
#include "emit/UnwantedStores.h"
#include "rules/Jumps.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Kernels.h"
#include "rules/gpu/Meetings.h"
#include "shadow/RuntimeCalls.h"
#include "support/Mutation.h"
#include "support/ReachedFunctions.h"
#include "types/TypeTrees.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Collects the members of a derivative's result and returns them.
class Result {
public:
  explicit Result(Function &function)
      : value(function.getReturnType()->isVoidTy() ? nullptr
                                                   : PoisonValue::get(function.getReturnType())) {}
  void set(IRBuilderBase &builder, std::optional<unsigned> index, Value *member) {
    if (index)
      value = builder.CreateInsertValue(value, member, *index);
  }
  void returnFrom(IRBuilder<> &builder) {
    if (value)
      builder.CreateRet(value);
    else
      builder.CreateRetVoid();
  }

private:
  Value *value;
};

void setAdjoints(IRBuilder<> &builder, const ShadowedPrimal &primal, const Signature &signature,
                 Slots &slots, Result &result) {
  Lanes lanes(primal.width());
  for (unsigned i = 0; i != signature.adjointResult.size(); ++i) {
    if (!signature.adjointResult[i])
      continue;
    Argument *parameter = primal.function->getArg(primal.signature.primalParameter[i]);
    Value *adjoint = primal.isActive(parameter)
                         ? withoutMinusZero(builder, slots.read(builder, parameter))
                         : zeroOf(lanes.type(parameter->getType()));
    result.set(builder, signature.adjointResult[i], lanes.pack(builder, adjoint));
  }
}

/// The shadows of the returned value, as the signature passes lanes.
void setShadowResult(IRBuilder<> &builder, const ShadowedPrimal &primal, Result &result) {
  if (!primal.signature.shadowResult)
    return;
  Lanes lanes(primal.width());
  Value *shadows = lanes.build(builder, primal.returned->getType(),
                               [&](unsigned lane) { return primal.returnedShadows[lane]; });
  result.set(builder, primal.signature.shadowResult, lanes.pack(builder, shadows));
}

/// The seed parameter of `function` as a slot; null if there is none.
Value *seedOf(IRBuilder<> &builder, const ShadowedPrimal &primal, const Signature &signature,
              Function &function) {
  if (!signature.seedParameter)
    return nullptr;
  return Lanes(primal.width()).unpack(builder, function.getArg(*signature.seedParameter));
}

/// A function that never returns has no reverse sweep.
void leaveUnreachable(IRBuilder<> &builder) { builder.CreateUnreachable(); }

} // namespace

/// Do threads of a device meet in it? What the primal read in front of a barrier, the reverse sweep
/// reads again behind its own: what follows the derivative, and so followed that barrier, waits.
static bool meetsBlock(Function &prepared) {
  return isForDevice(*prepared.getParent()) &&
         any_of(reachedFunctions(&prepared), [](Function *function) {
           return any_of(instructions(*function),
                         [](const Instruction &at) { return isBlockBarrier(at); });
         });
}

void emitCombined(Context &context, ShadowedPrimal &primal, const Plan &plan) {
  Function &function = *primal.function;
  notePrimalAccesses(primal);
  PrimalTape written(primal, plan);
  written.write();
  primal.usesTape |= written.isUsed();
  if (!primal.exit)
    return nameScopes(function);
  primal.exit->getTerminator()->eraseFromParent();
  BasicBlock *start = BasicBlock::Create(function.getContext(), "turn", &function);
  BranchInst::Create(start, primal.exit);
  IRBuilder<> builder(start);
  ReverseSweep sweep(context, primal, plan, {written, nullptr}, function);
  seedInPlace(context, primal, sweep.adjoints());
  sweep.emit(builder, seedOf(builder, primal, primal.signature, function));
  Result result(function);
  if (primal.signature.primalResult)
    result.set(builder, primal.signature.primalResult, primal.returned);
  setShadowResult(builder, primal, result);
  setAdjoints(builder, primal, primal.signature, sweep.adjoints(), result);
  if (meetsBlock(*primal.prepared) && !mutation::breaks("meeting.leave"))
    waitForBlock(builder, *function.getParent());
  result.returnFrom(builder);
  dropUnwantedStores(primal);
  if (primal.usesTape)
    addTapeLifetime(function);
  nameScopes(function);
}

/// `restrict` says that addresses of its memory are made of the parameter. Those that the primal
/// sweep put into memory, for instance on the tape, come from there in the reverse sweep.
static bool isOnlyWayLater(const Argument &parameter) {
  return parameter.hasNoAliasAttr() && !PointerMayBeCaptured(&parameter, /*ReturnCaptures=*/false);
}

static void emitGradient(Context &context, ShadowedPrimal &primal, const Plan &plan,
                         const PrimalTape &written, Function &gradient) {
  DerivativeKey key = primal.key;
  key.mode = Mode::ReverseGradient;
  key.returnsPrimal = false;
  Signature signature = Signature::of(key);
  IRBuilder<> builder(BasicBlock::Create(gradient.getContext(), "entry", &gradient));
  if (!primal.exit)
    return leaveUnreachable(builder);
  BasicBlock *start = BasicBlock::Create(gradient.getContext(), "start", &gradient);
  builder.CreateBr(start);
  builder.SetInsertPoint(start);
  ReverseSweep sweep(context, primal, plan, {written, gradient.getArg(*signature.tapeParameter)},
                     gradient);
  sweep.emit(builder, seedOf(builder, primal, signature, gradient));
  Result result(gradient);
  setAdjoints(builder, primal, signature, sweep.adjoints(), result);
  result.returnFrom(builder);
  for (const Argument &parameter : primal.function->args()) { // both begin with the same ones
    copyStated(*primal.function, gradient, parameter.getArgNo());
    if (isOnlyWayLater(parameter))
      gradient.addParamAttr(parameter.getArgNo(), Attribute::NoAlias);
  }
  gradient.addFnAttrs(
      AttrBuilder(gradient.getContext(), primal.function->getAttributes().getFnAttrs()));
}

/// What the halves of one derivative have in common, and no other's: two files that
/// make different code of one function make different tapes.
static uint64_t tagOf(const ShadowedPrimal &primal, const Function &gradient) {
  std::string text;
  raw_string_ostream out(text);
  out << primal.key.primal->getName() << *primal.key.primal->getFunctionType();
  for (Activity activity : primal.key.arguments)
    out << int(activity);
  for (bool isOverwritten : primal.key.overwritten)
    out << isOverwritten;
  out << int(primal.key.returned) << primal.key.runtimeActivity << primal.key.width
      << primal.key.servesForward;
  std::array<const Function *, 2> halves{primal.function, &gradient};
  for (const Function *half : halves)
    for (const Instruction &instruction : instructions(*half))
      out << ' ' << instruction.getOpcode() << *instruction.getType();
  return xxh3_64bits(text);
}

static TapeShape shapeOf(const ShadowedPrimal &primal, const Plan &plan, const Function &gradient) {
  TapeShape shape;
  for (const TapeField &field : plan.levels[0].fields)
    shape.fields.push_back({field.type, field.offset});
  shape.blockBytes = plan.levels[0].elementBytes;
  shape.usesArena =
      primal.usesTape || any_of(plan.levels, [](const TapeLevel &level) { return level.isUsed(); });
  shape.isBlockInSlots = plan.levels[0].isInSlots;
  shape.tag = tagOf(primal, gradient);
  return shape;
}

/// What the host asks of a kernel before it launches it.
static void boundSlots(const ShadowedPrimal &primal, const Plan &plan, TapeShape &shape) {
  Structures structures;
  for (const Argument &parameter : primal.key.primal->args())
    if (parameter.hasByValAttr() || parameter.hasByRefAttr() ||
        parameter.hasAttribute(structureAttribute))
      structures.insert(
          primal.function->getArg(primal.signature.primalParameter[parameter.getArgNo()]));
  SlotBound bound = makeSlotBound(*primal.function, plan, structures);
  shape.slotBound = bound.function;
  shape.slotsVaryByThread = bound.variesByThread;
}

TapeShape emitSplit(Context &context, ShadowedPrimal &primal, const Plan &plan, Function &gradient,
                    ShadowedPrimal *tangents) {
  notePrimalAccesses(primal);
  PrimalTape written(primal, plan);
  written.write();
  emitGradient(context, primal, plan, written, gradient);
  nameScopes(gradient);
  if (tangents) {
    readFromTape(*tangents, primal, plan, written);
    nameScopes(*tangents->function);
  }
  TapeShape shape = shapeOf(primal, plan, gradient);
  if (isKernel(*primal.key.primal))
    boundSlots(primal, plan, shape);
  if (!primal.exit) {
    nameScopes(*primal.function);
    return shape;
  }
  primal.exit->getTerminator()->eraseFromParent();
  IRBuilder<> builder(primal.exit);
  Result result(*primal.function);
  result.set(builder, primal.signature.tapeResult, written.rootBlock());
  if (primal.signature.primalResult)
    result.set(builder, primal.signature.primalResult, primal.returned);
  setShadowResult(builder, primal, result);
  result.returnFrom(builder);
  dropUnwantedStores(primal);
  nameScopes(*primal.function);
  return shape;
}

/// Does the call jump out of the derivative (prepare/Jumps.h)?
static bool jumpsOut(const Instruction &at) {
  auto *call = dyn_cast<CallInst>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == jumps::escape;
}

/// mark at entry; release before each return and jump; calls that may unwind get a cleanup
/// that releases, existing cleanups release before they resume.
void addTapeLifetime(Function &derivative) {
  RuntimeCalls runtime(*derivative.getParent());
  IRBuilder<> entry(&*derivative.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Value *mark = runtime.mark(entry);
  SmallVector<Instruction *, 4> exits;
  for (Instruction &instruction : instructions(derivative))
    if (isa<ReturnInst, ResumeInst>(instruction) || jumpsOut(instruction))
      exits.push_back(&instruction);
  for (Instruction *exit : exits) {
    IRBuilder<> builder(exit);
    runtime.release(builder, mark);
  }
  addCleanup(derivative, [&](IRBuilderBase &builder) { runtime.release(builder, mark); });
}

void addCleanup(Function &derivative, function_ref<void(IRBuilderBase &)> cleanUp) {
  SmallVector<CallInst *, 16> throwing;
  for (Instruction &instruction : instructions(derivative)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (call && !call->doesNotThrow() && !call->isInlineAsm() && !isa<IntrinsicInst>(call))
      throwing.push_back(call);
  }
  if (throwing.empty() || derivative.doesNotThrow())
    return;
  BasicBlock *cleanup = BasicBlock::Create(derivative.getContext(), "unwind", &derivative);
  IRBuilder<> builder(cleanup);
  if (!derivative.hasPersonalityFn()) { // libgcc's own: it knows cleanups and nothing else
    FunctionCallee personality = derivative.getParent()->getOrInsertFunction(
        "__gcc_personality_v0", FunctionType::get(builder.getInt32Ty(), true));
    derivative.setPersonalityFn(cast<Constant>(personality.getCallee()));
  }
  Type *caught = StructType::get(builder.getPtrTy(), builder.getInt32Ty());
  LandingPadInst *pad = builder.CreateLandingPad(caught, 0);
  pad->setCleanup(true);
  cleanUp(builder);
  builder.CreateResume(pad);
  for (CallInst *call : throwing) {
    BasicBlock *rest = call->getParent()->splitBasicBlock(call->getNextNode());
    call->getParent()->getTerminator()->eraseFromParent();
    SmallVector<Value *, 8> operands(call->args());
    SmallVector<OperandBundleDef, 1> bundles;
    call->getOperandBundlesAsDefs(bundles);
    auto *invoke = InvokeInst::Create(call->getFunctionType(), call->getCalledOperand(), rest,
                                      cleanup, operands, bundles, "", call->getParent());
    invoke->setCallingConv(call->getCallingConv());
    invoke->setAttributes(call->getAttributes());
    invoke->copyMetadata(*call);
    invoke->takeName(call);
    call->replaceAllUsesWith(invoke);
    call->eraseFromParent();
  }
}

} // namespace enzyme
