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
// is copied: one for each answer. The branch is gone from both. A loop that asks more, of several
// arrays or of one array's shadows in several lanes, is copied for the case that all memory is
// active.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "optimise/LoopCopy.h"
#include "optimise/Optimise.h"
#include "support/Ablation.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The comparison, if `condition` is one of two addresses which do not change in the loop.
ICmpInst *comparedAhead(Value *condition, const Loop &loop) {
  auto *compared = dyn_cast<ICmpInst>(condition);
  bool isAsked = compared && compared->isEquality() &&
                 compared->getOperand(0)->getType()->isPointerTy() &&
                 loop.isLoopInvariant(compared);
  return isAsked ? compared : nullptr;
}

bool asksTheSame(const BranchInst &branch, const Loop &loop) {
  return branch.isConditional() && comparedAhead(branch.getCondition(), loop);
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

constexpr unsigned instructionsOfQuestion = 32; // of a longer loop a question is a small part

/// All that a loop asks.
struct Questions {
  SmallSetVector<ICmpInst *, 16> compared;
  SmallPtrSet<ICmpInst *, 4> branches; ///< those of branches
  unsigned times = 0, size = 0;        ///< branches and choices; instructions

  explicit Questions(const Loop &loop) {
    for (BasicBlock *block : loop.blocks()) {
      size += block->size();
      for (Instruction &at : *block)
        take(at, loop);
    }
  }
  bool areMany() const {
    return compared.size() > limits::questionsOfALoop && size <= limits::instructionsOfActiveLoop &&
           size <= times * instructionsOfQuestion && !ablation::leavesOut("active");
  }

private:
  void take(Instruction &at, const Loop &loop) {
    auto *branch = dyn_cast<BranchInst>(&at);
    auto *choice = dyn_cast<SelectInst>(&at);
    bool mayAsk =
        choice || (branch && branch->isConditional() && !loop.isLoopExiting(at.getParent()));
    ICmpInst *asked =
        mayAsk ? comparedAhead(choice ? choice->getCondition() : branch->getCondition(), loop)
               : nullptr;
    if (!asked)
      return;
    compared.insert(asked);
    if (branch)
      branches.insert(asked);
    ++times;
  }
};

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

/// In `block` all those addresses differ.
void answerIn(BasicBlock &block, const Questions &questions) {
  for (Instruction &at : make_early_inc_range(block)) {
    for (Use &use : at.operands())
      if (auto *compared = dyn_cast<ICmpInst>(use);
          compared && questions.compared.contains(compared))
        use.set(
            ConstantInt::getBool(at.getContext(), compared->getPredicate() == ICmpInst::ICMP_NE));
    auto *choice = dyn_cast<SelectInst>(&at);
    auto *answer = choice ? dyn_cast<ConstantInt>(choice->getCondition()) : nullptr;
    if (!answer)
      continue;
    choice->replaceAllUsesWith(answer->isOne() ? choice->getTrueValue() : choice->getFalseValue());
    choice->eraseFromParent();
  }
  ConstantFoldTerminator(&block);
}

/// The loop again for the case that all those addresses differ.
void addActiveCopy(Loop &loop, const Questions &questions, Analyses &analyses) {
  SmallVector<BasicBlock *, 16> blocks(loop.blocks());
  auto areApart = [&](IRBuilder<> &builder) {
    Value *any = builder.getFalse();
    for (ICmpInst *compared : questions.compared) {
      Value *answer = builder.CreateFreeze(compared); // the loop may never ask
      bool isSame = compared->getPredicate() == ICmpInst::ICMP_EQ;
      any = builder.CreateOr(any, isSame ? answer : builder.CreateNot(answer));
    }
    return builder.CreateNot(any, "are.active");
  };
  ValueToValueMapTy copies;
  copyLoop(loop, ".active", analyses, areApart, copies);
  for (BasicBlock *original : blocks)
    answerIn(*cast<BasicBlock>(copies.lookup(original)), questions);
}

} // namespace

bool askOnceWhatIsConstant(Function &function) {
  bool isChanged = false;
  DenseMap<const BasicBlock *, unsigned> asked; // by the loop's header
  SmallPtrSet<const BasicBlock *, 8> haveActiveCopy;
  // One at a time: what is known of a function is forgotten when it changes.
  for (bool isFound = true; isFound;) {
    isFound = false;
    Analyses analyses(function);
    for (Loop *loop : analyses.loopInfo().getLoopsInPreorder()) {
      if (!loop->isInnermost())
        continue;
      BasicBlock *header = loop->getHeader();
      Questions questions(*loop);
      bool hasActiveCopy = haveActiveCopy.contains(header);
      bool areMany = questions.areMany() && !hasActiveCopy;
      bool mayAsk = asked[header] < limits::questionsOfALoop &&
                    !(hasActiveCopy && questions.branches.size() > limits::questionsOfALoop);
      BranchInst *asking = mayAsk ? askingBranch(*loop) : nullptr;
      if (!areMany && !asking)
        continue;
      // Copies have their ways out in common.
      simplifyLoop(loop, &analyses.dominators(), &analyses.loopInfo(), nullptr, nullptr, nullptr,
                   /*PreserveLCSSA=*/false);
      if (!mayBeCopied(*loop))
        continue;
      if (areMany) {
        haveActiveCopy.insert(header);
        addActiveCopy(*loop, questions, analyses);
      } else {
        unsigned times = ++asked[header];
        BasicBlock *copy = addCopy(*loop, *asking, analyses);
        asked[copy] = times;
        if (haveActiveCopy.contains(header))
          haveActiveCopy.insert(copy);
      }
      isFound = isChanged = true;
      break;
    }
  }
  if (isChanged)
    removeUnreachableBlocks(function);
  return isChanged;
}

} // namespace enzyme
