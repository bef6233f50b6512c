//===- LoopForm.cpp - loops in the form the reverse sweep needs ---------------===//
//
// The reverse sweep runs each loop backwards: it needs one way in (preheader),
// one way around (latch), exits that belong to one loop, and for each value that
// leaves the loop a phi where its adjoint comes in. A cycle with two entries
// (goto into a loop) is first rewritten to have one.
//===----------------------------------------------------------------------===//
#include "support/LoopForm.h"
#include "support/Passes.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/BreakCriticalEdges.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isIrreducible(Function &function) {
  Passes passes;
  auto &loops = passes.functions.getResult<LoopAnalysis>(function);
  ReversePostOrderTraversal<const Function *> order(&function);
  return containsIrreducibleCFG<const BasicBlock *>(order, loops);
}

} // namespace

void bringLoopsIntoForm(Function &function) {
  FunctionPassManager passes;
  if (isIrreducible(function)) {
    passes.addPass(LowerSwitchPass()); // the next pass only redirects branches
    // It also takes what a block hands to one entry for what it hands to another, where it leads
    // to both.
    passes.addPass(BreakCriticalEdgesPass());
    passes.addPass(FixIrreduciblePass());
  }
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  Passes managers;
  passes.run(function, managers.functions);
}

bool makeRoomBehindInvokes(Function &function, DominatorTree *dominators) {
  SmallVector<InvokeInst *, 4> invokes;
  for (BasicBlock &block : function)
    if (auto *invoke = dyn_cast<InvokeInst>(block.getTerminator()))
      if (!invoke->getNormalDest()->getSinglePredecessor())
        invokes.push_back(invoke);
  for (InvokeInst *invoke : invokes)
    SplitEdge(invoke->getParent(), invoke->getNormalDest(), dominators);
  return !invokes.empty();
}

bool mayStop(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &at) {
      return !isGuaranteedToTransferExecutionToSuccessor(&at);
    });
  });
}

bool runsWheneverEntered(const Instruction &at, const Loop &loop, const DominatorTree &dominators) {
  SmallVector<BasicBlock *, 4> ends;
  loop.getExitingBlocks(ends);
  ends.push_back(loop.getLoopLatch());
  return all_of(ends, [&](const BasicBlock *end) {
    return end && dominators.dominates(at.getParent(), end);
  });
}

bool isAddressArithmetic(const Instruction &at) {
  return isa<GetElementPtrInst, CastInst>(at) ||
         (isa<BinaryOperator>(at) && !at.isIntDivRem() && at.getType()->isIntegerTy());
}

} // namespace enzyme
