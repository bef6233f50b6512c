//===- ConstantTests.cpp - whether memory is constant, asked once ------------===//
//
// Problem: a pointer that may be its own shadow leads to constant memory then, to which nothing is
// added. So a sum behind it is a branch,
//
//     for (k = n; k-- > 0;)
//       if (p != shadow) shadow[k] += a * x[k];
//
// and LLVM makes no vectors of a loop with a branch around its stores. At -O2 it does not take
// the branch out of the loop, either.
//
// Here: an innermost loop that asks whether two addresses are the same which do not change in it
// is copied: one for each answer. The branch is gone from both.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "optimise/LoopCopy.h"
#include "optimise/Optimise.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Does the branch ask whether two addresses are the same, which do not change in the loop?
bool asksTheSame(const BranchInst &branch, const Loop &loop) {
  auto *compared = branch.isConditional() ? dyn_cast<ICmpInst>(branch.getCondition()) : nullptr;
  return compared && compared->isEquality() && compared->getOperand(0)->getType()->isPointerTy() &&
         loop.isLoopInvariant(compared);
}

/// Nothing where no branch asks so, or where the loop is too long to be copied.
BranchInst *askingBranch(const Loop &loop) {
  BranchInst *asking = nullptr;
  unsigned size = 0;
  for (BasicBlock *block : loop.blocks()) {
    size += block->size();
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!asking && branch && !loop.isLoopExiting(block) && asksTheSame(*branch, loop))
      asking = branch;
  }
  return size <= limits::instructionsOfAskingLoop ? asking : nullptr;
}

/// Of the two ways of `branch` one is taken.
void decide(BranchInst &branch, bool answer) {
  branch.setCondition(ConstantInt::getBool(branch.getContext(), answer));
  ConstantFoldTerminator(branch.getParent());
}

/// The header of the copy.
BasicBlock *addCopy(Loop &loop, BranchInst &asking, Analyses &analyses) {
  auto answer = [&](IRBuilder<> &builder) {
    // A loop that never comes to the branch may have no answer.
    return builder.CreateFreeze(asking.getCondition(), "are.same");
  };
  ValueToValueMapTy copies;
  copyLoop(loop, ".same", analyses, answer, copies);
  Value *condition = asking.getCondition(); // others may ask the same
  SmallVector<BranchInst *, 4> alike;
  for (BasicBlock *block : loop.blocks())
    if (auto *branch = dyn_cast<BranchInst>(block->getTerminator()))
      if (branch->isConditional() && branch->getCondition() == condition &&
          !loop.isLoopExiting(block))
        alike.push_back(branch);
  for (BranchInst *branch : alike) {
    decide(*cast<BranchInst>(copies.lookup(branch)), true);
    decide(*branch, false);
  }
  return cast<BasicBlock>(copies.lookup(loop.getHeader()));
}

} // namespace

bool askOnceWhatIsConstant(Function &function) {
  bool isChanged = false;
  DenseMap<const BasicBlock *, unsigned> asked; // by the loop's header
  // One at a time: what is known of a function is forgotten when it changes.
  for (bool isFound = true; isFound;) {
    isFound = false;
    Analyses analyses(function);
    for (Loop *loop : analyses.loopInfo().getLoopsInPreorder()) {
      if (!loop->isInnermost() || asked[loop->getHeader()] >= limits::questionsOfALoop)
        continue;
      BranchInst *asking = askingBranch(*loop);
      if (!asking)
        continue;
      // Copies have their ways out in common.
      simplifyLoop(loop, &analyses.dominators(), &analyses.loopInfo(), nullptr, nullptr, nullptr,
                   /*PreserveLCSSA=*/false);
      if (!mayBeCopied(*loop))
        continue;
      unsigned questions = ++asked[loop->getHeader()];
      asked[addCopy(*loop, *asking, analyses)] = questions;
      isFound = isChanged = true;
      break;
    }
  }
  if (isChanged)
    removeUnreachableBlocks(function);
  return isChanged;
}

} // namespace enzyme
