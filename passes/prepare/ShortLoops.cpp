//===- ShortLoops.cpp -----------------------------------------------------===//
#include "prepare/ShortLoops.h"
#include "limits/prepare.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

/// A stack variable of a few numbers.
bool isSmall(const AllocaInst &variable) {
  std::optional<TypeSize> bytes = variable.getAllocationSize(variable.getDataLayout());
  return bytes && !bytes->isScalable() && bytes->getFixedValue() <= limits::bytesOfVariable;
}

/// An access to another part of it in each iteration.
bool walksOverVariable(const Instruction &at, const Loop &loop) {
  const Value *pointer = getLoadStorePointerOperand(&at);
  auto *variable = pointer ? dyn_cast<AllocaInst>(getUnderlyingObject(pointer)) : nullptr;
  return variable && !loop.isLoopInvariant(pointer) && isSmall(*variable);
}

/// Moves a word by another amount in each iteration, or by whole bytes from one to the next.
bool shiftsByIteration(const Instruction &at, const Loop &loop) {
  if (!at.isShift() || !at.getType()->isIntegerTy())
    return false;
  if (!loop.isLoopInvariant(at.getOperand(1)))
    return true;
  const auto *before = dyn_cast<PHINode>(at.getOperand(0));
  const auto *bits = dyn_cast<ConstantInt>(at.getOperand(1));
  return before && before->getParent() == loop.getHeader() && bits && bits->getValue().urem(8) == 0;
}

/// A byte, or a part of a word.
bool accessesPart(const Instruction &at) {
  return getLoadStorePointerOperand(&at) && getLoadStoreType(&at)->isIntegerTy() &&
         getLoadStoreType(&at)->getIntegerBitWidth() <= 32;
}

/// Is `value` the same in iteration k of every run of the loop: a function of constants and of
/// variables that begin with constants? `known` remembers answers. A phi that is met again
/// while its own step is being looked at is taken to be, if the rest is; where it turns out not to
/// be, a loop may be unrolled in vain.
bool isFixedByIteration(const Value &value, const Loop &loop,
                        DenseMap<const Value *, bool> &known) {
  auto *at = dyn_cast<Instruction>(&value);
  if (!at)
    return isa<ConstantInt, ConstantFP>(value);
  if (!loop.contains(at))
    return false;
  if (auto [found, isNew] = known.try_emplace(at, true); !isNew)
    return found->second;
  bool isOfHeader = isa<PHINode>(at) && at->getParent() == loop.getHeader();
  auto *call = dyn_cast<CallBase>(at);
  bool computes = isOfHeader || isa<UnaryOperator, BinaryOperator, CastInst>(at) ||
                  (call && call->doesNotAccessMemory() && !call->mayThrow());
  bool isFixed = computes && all_of(at->operand_values(), [&](const Value *operand) {
                   return isa<Function>(operand) || isFixedByIteration(*operand, loop, known);
                 });
  return known[at] = isFixed;
}

/// Calls a function of mathematics with what each iteration has anew and every run of the loop
/// again: the coefficients of a series.
bool computesCoefficients(const Loop &loop) {
  DenseMap<const Value *, bool> known;
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &at) {
      auto *call = dyn_cast<CallBase>(&at);
      return call && call->getType()->isFloatingPointTy() && call->arg_size() != 0 &&
             isFixedByIteration(*call, loop, known);
    });
  });
}

/// How many instructions `loop` is once it is unrolled, with all loops in it; 0 if it is not to be.
unsigned unrolled(const Loop &loop, ScalarEvolution &evolution,
                  DenseMap<const Loop *, unsigned> &sizes) {
  unsigned trips = evolution.getSmallConstantTripCount(&loop), instructions = 0;
  for (const Loop *inner : loop.getSubLoops()) {
    if (sizes.lookup(inner) == 0)
      return 0;
    instructions += sizes.lookup(inner);
  }
  bool walks = false, shifts = false, hasParts = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &at : *block) {
      instructions +=
          none_of(loop.getSubLoops(), [&](const Loop *inner) { return inner->contains(block); });
      walks |= walksOverVariable(at, loop);
      shifts |= shiftsByIteration(at, loop);
      hasParts |= accessesPart(at);
    }
  unsigned most = shifts && hasParts ? limits::tripsOverWord
                  : walks            ? limits::tripsOverVariable
                                     : 0;
  if (most == 0 && loop.isInnermost() && computesCoefficients(loop))
    most = limits::tripsOfSeries;
  return trips <= most && trips * instructions <= limits::instructionsOfUnrolled
             ? trips * instructions
             : 0;
}

/// What the front end noted of unrolling makes place.
void mark(Loop &loop) {
  LLVMContext &context = loop.getHeader()->getContext();
  MDNode *full = MDNode::get(context, MDString::get(context, "llvm.loop.unroll.full"));
  loop.setLoopID(
      makePostTransformationMetadata(context, loop.getLoopID(), {"llvm.loop.unroll."}, {full}));
}

} // namespace

PreservedAnalyses MarkShortLoopsPass::run(Function &function, FunctionAnalysisManager &manager) {
  ScalarEvolution &evolution = manager.getResult<ScalarEvolutionAnalysis>(function);
  DenseMap<const Loop *, unsigned> sizes;
  SmallVector<Loop *, 4> loops = manager.getResult<LoopAnalysis>(function).getLoopsInPreorder();
  for (Loop *loop : reverse(loops)) // inner ones first
    if ((sizes[loop] = unrolled(*loop, evolution, sizes)) != 0)
      mark(*loop);
  return PreservedAnalyses::all();
}

} // namespace enzyme
