//===- RetriedSums.cpp ------------------------------------------------------===//
#include "parallel/RetriedSums.h"
#include "memory/Updates.h"
#include "rules/gpu/Devices.h"
#include "support/Fence.h"
#include "support/Mutation.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {
namespace {

struct RetriedSum {
  AtomicCmpXchgInst *exchange;
  PHINode *seen; ///< as bits, or as a number
  BinaryOperator *sum;
  Value *added;
  SelectInst *met;   ///< of what was seen and what lay there, if it is made for both ways
  BasicBlock *latch; ///< what leads back: the loop's only block, or one behind it
  BasicBlock *exit;
};

Value *withoutCast(Value *value) {
  auto *cast = dyn_cast<BitCastInst>(value);
  return cast ? cast->getOperand(0) : value;
}

Value *withoutFence(Value *value) {
  return isFence(*value) ? cast<CallInst>(value)->getArgOperand(0) : value;
}

/// The word that lay there, or whether it was the expected one.
bool isPart(const Value *value, const AtomicCmpXchgInst &exchange, unsigned index) {
  auto *part = dyn_cast<ExtractValueInst>(value);
  return part && part->getAggregateOperand() == &exchange && part->getIndices()[0] == index;
}

/// Does `taken` say that the exchange was made? With 1 if it is true then, with 0 if it is false.
std::optional<bool> saysDone(Value *taken, const AtomicCmpXchgInst &exchange) {
  if (isPart(taken, exchange, 1))
    return true;
  auto *compare = dyn_cast<ICmpInst>(taken);
  if (!compare || !compare->isEquality())
    return std::nullopt;
  Value *left = withoutFence(compare->getOperand(0)), *right = withoutFence(compare->getOperand(1));
  if (isPart(left, exchange, 0))
    std::swap(left, right);
  if (!isPart(right, exchange, 0) || left != exchange.getCompareOperand())
    return std::nullopt;
  return compare->getPredicate() == CmpInst::ICMP_EQ;
}

/// The number that is added, if `sum` adds to what was `seen`.
Value *addedTo(const PHINode &seen, BinaryOperator &sum) {
  for (unsigned operand : {0u, 1u})
    if (withoutCast(sum.getOperand(operand)) == &seen && isAddition(sum, operand))
      return sum.getOperand(1 - operand);
  return nullptr;
}

/// Nothing but the sum and the exchange happens in the loop.
bool isAllOfLoop(const RetriedSum &retried) {
  auto isOfNothingElse = [&](const Instruction &at) {
    return &at == retried.seen || &at == retried.exchange ||
           (!isa<PHINode>(at) && !at.mayHaveSideEffects());
  };
  return all_of(*retried.seen->getParent(), isOfNothingElse) &&
         all_of(*retried.latch, isOfNothingElse);
}

/// The block that leads back to `loop`, if `next` does.
BasicBlock *latchOf(BasicBlock &loop, BasicBlock &next) {
  bool leadsBack = &next == &loop ||
                   (next.getSinglePredecessor() == &loop && next.getSingleSuccessor() == &loop);
  return leadsBack ? &next : nullptr;
}

/// Is what was seen used for the sum and the comparison alone, and that for the way alone?
bool isSeenBySumOnly(const RetriedSum &retried) {
  auto *again = cast<BranchInst>(retried.exchange->getParent()->getTerminator());
  auto isOfWay = [&](const User *user) {
    return user == again || (retried.met && user == retried.met);
  };
  SmallVector<const User *, 4> users(retried.seen->users());
  while (!users.empty()) {
    const User *user = users.pop_back_val();
    if (isa<BitCastInst>(user) || isFence(*user))
      append_range(users, user->users());
    else if (user != retried.sum && user != retried.exchange && user != retried.met &&
             !(user == again->getCondition() && all_of(user->users(), isOfWay)))
      return false;
  }
  return true;
}

std::optional<RetriedSum> readSum(AtomicCmpXchgInst &exchange) {
  BasicBlock *loop = exchange.getParent();
  auto *seen = dyn_cast<PHINode>(withoutCast(exchange.getCompareOperand()));
  auto *sum = dyn_cast<BinaryOperator>(withoutCast(exchange.getNewValOperand()));
  auto *again = dyn_cast<BranchInst>(loop->getTerminator());
  if (!seen || !sum || !again || !again->isConditional() || seen->getParent() != loop ||
      sum->getParent() != loop || seen->getNumIncomingValues() != 2 || exchange.isVolatile())
    return std::nullopt;
  std::optional<bool> isDone = saysDone(again->getCondition(), exchange);
  BasicBlock *latch = isDone ? latchOf(*loop, *again->getSuccessor(*isDone)) : nullptr;
  int back = latch ? seen->getBasicBlockIndex(latch) : -1;
  if (back < 0)
    return std::nullopt;
  Value *next = seen->getIncomingValue(unsigned(back));
  auto *load = dyn_cast<LoadInst>(withoutCast(seen->getIncomingValue(1 - unsigned(back))));
  auto *met = dyn_cast<SelectInst>(next);
  if (met) {
    Value *ifDone = *isDone ? met->getTrueValue() : met->getFalseValue();
    next = *isDone ? met->getFalseValue() : met->getTrueValue();
    if (met->getCondition() != again->getCondition() || withoutCast(ifDone) != seen)
      return std::nullopt;
  }
  BasicBlock *exit = again->getSuccessor(!*isDone);
  if (!isPart(withoutCast(next), exchange, 0) || !load || exit == loop || exit == latch ||
      load->getPointerOperand() != exchange.getPointerOperand())
    return std::nullopt;
  RetriedSum retried{&exchange, seen, sum, addedTo(*seen, *sum), met, latch, exit};
  if (!retried.added || !isAllOfLoop(retried) || !isSeenBySumOnly(retried))
    return std::nullopt;
  return retried;
}

void addAtOnce(const RetriedSum &retried) {
  AtomicCmpXchgInst &exchange = *retried.exchange;
  BasicBlock *loop = exchange.getParent();
  auto operation =
      retried.sum->getOpcode() == Instruction::FAdd ? AtomicRMWInst::FAdd : AtomicRMWInst::FSub;
  IRBuilder<> builder(&exchange);
  if (retried.met) { // behind the loop the two are the same
    bool isFirst = isPart(withoutCast(retried.met->getTrueValue()), exchange, 0);
    retried.met->replaceAllUsesWith(isFirst ? retried.met->getTrueValue()
                                            : retried.met->getFalseValue());
    retried.met->eraseFromParent();
  }
  auto *added = builder.CreateAtomicRMW(operation, exchange.getPointerOperand(), retried.added,
                                        exchange.getAlign(), exchange.getSuccessOrdering(),
                                        exchange.getSyncScopeID());
  for (User *part : make_early_inc_range(exchange.users())) {
    bool isWord = isPart(part, exchange, 0);
    Value *value = isWord ? builder.CreateBitCast(added, part->getType()) : builder.getTrue();
    part->replaceAllUsesWith(value);
    cast<Instruction>(part)->eraseFromParent();
  }
  Instruction *again = loop->getTerminator();
  auto *condition = cast<BranchInst>(again)->getCondition();
  BranchInst::Create(retried.exit, again->getIterator())->setDebugLoc(again->getDebugLoc());
  again->eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(condition);
  if (retried.latch == loop)
    retried.seen->removeIncomingValue(loop, /*DeletePHIIfEmpty=*/false);
  else
    DeleteDeadBlock(retried.latch);
  WeakTrackingVH dead[] = {exchange.getNewValOperand(), exchange.getCompareOperand()};
  exchange.eraseFromParent();
  for (WeakTrackingVH &value : dead)
    if (value)
      RecursivelyDeleteTriviallyDeadInstructions(value);
}

} // namespace

bool spellSums(Function &function) {
  if (!isForDevice(*function.getParent()) || mutation::breaks("retried-sums"))
    return false;
  SmallVector<RetriedSum, 2> found;
  for (Instruction &at : instructions(function))
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&at))
      if (std::optional<RetriedSum> retried = readSum(*exchange))
        found.push_back(*retried);
  for (const RetriedSum &retried : found)
    addAtOnce(retried);
  return !found.empty();
}

} // namespace enzyme
