//===- LoopCopy.cpp -------------------------------------------------------===//
#include "optimise/LoopCopy.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace enzyme {

/// Values that leave the copy, at each way out of the loop.
static void addWaysOut(const Loop &loop, ValueToValueMapTy &copies) {
  SmallVector<BasicBlock *, 4> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock *exit : exits)
    for (PHINode &phi : exit->phis())
      for (unsigned i = 0, count = phi.getNumIncomingValues(); i != count; ++i) {
        if (!loop.contains(phi.getIncomingBlock(i)))
          continue;
        Value *copy = copies.lookup(phi.getIncomingValue(i));
        phi.addIncoming(copy ? copy : phi.getIncomingValue(i),
                        cast<BasicBlock>(copies.lookup(phi.getIncomingBlock(i))));
      }
}

/// Threads of a device that wait there for each other must all be in the same copy.
static bool haveMeetingIn(const BasicBlock &block) {
  return any_of(block, [](const Instruction &at) {
    auto *call = dyn_cast<CallBase>(&at);
    return call && call->isConvergent();
  });
}

bool mayBeCopied(const Loop &loop) {
  return loop.isLoopSimplifyForm() && loop.isSafeToClone() &&
         none_of(loop.blocks(), [](const BasicBlock *block) { return haveMeetingIn(*block); });
}

void copyLoop(Loop &loop, StringRef suffix, Analyses &analyses, ConditionAhead condition,
              ValueToValueMapTy &copies) {
  DominatorTree &dominators = analyses.dominators();
  LoopInfo &loops = analyses.loopInfo();
  formLCSSA(loop, dominators, &loops, /*SE=*/nullptr);
  BasicBlock *before = loop.getLoopPreheader();
  BasicBlock *original = SplitBlock(before, before->getTerminator(), &dominators, &loops);
  SmallVector<BasicBlock *, 8> blocks;
  cloneLoopWithPreheader(original, before, &loop, copies, suffix, &loops, &dominators, blocks);
  remapInstructionsInBlocks(blocks, copies);
  addWaysOut(loop, copies);
  Instruction *jump = before->getTerminator();
  IRBuilder<> builder(jump);
  builder.CreateCondBr(condition(builder), cast<BasicBlock>(copies.lookup(original)), original);
  jump->eraseFromParent();
}

bool changeInnermostLoops(Function &function, function_ref<bool(Loop &, Analyses &)> change) {
  bool isChanged = false;
  SmallPtrSet<BasicBlock *, 8> seen;
  for (bool isFound = true; isFound;) {
    isFound = false;
    Analyses analyses(function);
    for (Loop *loop : analyses.loopInfo().getLoopsInPreorder())
      if (loop->isInnermost() && seen.insert(loop->getHeader()).second && change(*loop, analyses)) {
        isFound = isChanged = true;
        break;
      }
  }
  return isChanged;
}

} // namespace enzyme
