//===- ShortLoops.cpp -----------------------------------------------------===//
#include "prepare/ShortLoops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned mostTrips = 4;
constexpr unsigned mostParts = 8;          // bytes of a word
constexpr unsigned mostInstructions = 200; // afterwards
constexpr uint64_t mostBytes = 256;

/// A stack variable of a few numbers.
bool isSmall(const AllocaInst &variable) {
  std::optional<TypeSize> bytes = variable.getAllocationSize(variable.getDataLayout());
  return bytes && !bytes->isScalable() && bytes->getFixedValue() <= mostBytes;
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

bool isShort(const Loop &loop, ScalarEvolution &evolution) {
  unsigned trips = loop.isInnermost() ? evolution.getSmallConstantTripCount(&loop) : 0;
  unsigned instructions = 0;
  bool walks = false, shifts = false, hasParts = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &at : *block) {
      instructions++;
      walks |= walksOverVariable(at, loop);
      shifts |= shiftsByIteration(at, loop);
      hasParts |= accessesPart(at);
    }
  unsigned most = shifts && hasParts ? mostParts : walks ? mostTrips : 0;
  return trips != 0 && trips <= most && trips * instructions <= mostInstructions;
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
  for (Loop *loop : manager.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (isShort(*loop, evolution))
      mark(*loop);
  return PreservedAnalyses::all();
}

} // namespace enzyme
