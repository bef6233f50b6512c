//===- ShareParts.cpp ------------------------------------------------------===//
#include "parallel/ShareParts.h"
#include "parallel/Constructs.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Does it begin what one thread does alone?
bool isForOne(const Value &value) {
  const auto *call = dyn_cast<CallInst>(&value);
  std::optional<TeamCall> made = call ? madeByCompiler(*call) : std::nullopt;
  return made == TeamCall::OneOf || made == TeamCall::IsFirst;
}
bool isNextShare(const Value &value) {
  const auto *call = dyn_cast<CallInst>(&value);
  return call && madeByCompiler(*call) == TeamCall::NextDispatch;
}

/// Of the end of `block`, if it asks whether `isMeant` said yes: the block behind that; else null.
const BasicBlock *behindYes(const BasicBlock &block, function_ref<bool(const Value &)> isMeant) {
  const auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  const auto *test =
      branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!test || !test->isEquality() || !isMeant(*test->getOperand(0)))
    return nullptr;
  const auto *number = dyn_cast<ConstantInt>(test->getOperand(1));
  if (!number)
    return nullptr;
  bool isYesWhenTrue = (test->getPredicate() == ICmpInst::ICMP_NE) == number->isZero();
  return branch->getSuccessor(isYesWhenTrue ? 0 : 1);
}

bool isOfEachAfter(const Instruction &at, bool before) {
  std::optional<TeamCall> made = madeByCompiler(at);
  if (made == TeamCall::Share || made == TeamCall::ShareOfTeams || made == TeamCall::BeginDispatch)
    return false;
  // Of ordered loops, what ends an iteration has a name of its own.
  if (made == TeamCall::EndShare)
    return before || !calleeName(cast<CallInst>(at)).starts_with(endOfIterationPrefix);
  return before;
}

} // namespace

ShareParts::ShareParts(Function &function) : function(function), tree(function) {
  findArms();
  SmallVector<const BasicBlock *, 16> pending{&function.getEntryBlock()};
  atBegin[&function.getEntryBlock()] = true;
  while (!pending.empty())
    leave(*pending.pop_back_val(), pending);
  for (const BasicBlock &block : function)
    if (auto begin = atBegin.find(&block); begin != atBegin.end() && !isInArm(block))
      sortOut(block, begin->second);
}

/// How reductions end is the compiler's code: it does not matter who does it.
void ShareParts::findArms() {
  for (const Instruction &at : instructions(function))
    if (madeByCompiler(at) == TeamCall::Reduce)
      for (const BasicBlock *next : successors(at.getParent()))
        if (next->getSinglePredecessor())
          arms.push_back(next);
}
bool ShareParts::isInArm(const BasicBlock &block) const {
  return any_of(arms, [&](const BasicBlock *arm) { return tree.dominates(arm, &block); });
}

void ShareParts::leave(const BasicBlock &block, SmallVectorImpl<const BasicBlock *> &pending) {
  bool isEach = atBegin[&block];
  for (const Instruction &at : block)
    isEach = isOfEachAfter(at, isEach);
  const BasicBlock *one = behindYes(block, isForOne);
  const BasicBlock *next = behindYes(block, isNextShare);
  for (const BasicBlock *successor : successors(&block)) {
    bool isEachThere = isEach;
    if (one)
      isEachThere &= successor != one;
    if (next)
      isEachThere = successor != next;
    auto [entry, isNew] = atBegin.try_emplace(successor, isEachThere);
    if (!isNew && (entry->second || !isEachThere))
      continue;
    entry->second = isEachThere;
    pending.push_back(successor);
  }
}

void ShareParts::sortOut(const BasicBlock &block, bool isEach) {
  for (const Instruction &at : block) {
    (isEach ? ofEach : shared).insert(&at);
    isEach = isOfEachAfter(at, isEach);
  }
}

} // namespace enzyme
