//===- Atomics.cpp --------------------------------------------------------===//
//
//     old = load atomic p                  enter;  old = load p
//   try:                                   try:
//     seen = phi old, again                  seen = old
//     new = f(seen)                          new = f(seen)
//     again, done = cmpxchg p, seen, new     store new, p;  leave
//     br done, exit, try                     br exit
//
// What an update tries again on success of others succeeds at once in a section.
//===----------------------------------------------------------------------===//
#include "parallel/Atomics.h"
#include "memory/Updates.h"
#include "parallel/Constructs.h"
#include "parallel/Sections.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isInAnyOrder(const Instruction &at) {
  auto *update = dyn_cast<AtomicRMWInst>(&at);
  if (!update || isStrongerThanMonotonic(update->getOrdering()))
    return false;
  return isSum(*update) ? update->use_empty() : isSumOrOfInteger(*update);
}

/// The loop that an update of a form without an instruction of its own is.
struct Retried {
  LoadInst *first;
  PHINode *seen;
  AtomicCmpXchgInst *exchange;
  BranchInst *again; ///< or on
};

std::optional<Retried> retriedBy(AtomicCmpXchgInst &exchange) {
  auto *seen = dyn_cast<PHINode>(exchange.getCompareOperand());
  auto *again = dyn_cast<BranchInst>(exchange.getParent()->getTerminator());
  if (!seen || !again || seen->getNumIncomingValues() != 2 || !again->isConditional() ||
      again->getSuccessor(1) != seen->getParent())
    return std::nullopt;
  int latch = seen->getBasicBlockIndex(exchange.getParent());
  auto *first =
      latch < 0 ? nullptr : dyn_cast<LoadInst>(seen->getIncomingValue(1 - unsigned(latch)));
  auto isPart = [&](const Value *value, unsigned index) {
    auto *part = dyn_cast<ExtractValueInst>(value);
    return part && part->getAggregateOperand() == &exchange && part->getIndices()[0] == index;
  };
  bool isLoop = first && first->isAtomic() && isPart(seen->getIncomingValue(unsigned(latch)), 0) &&
                isPart(again->getCondition(), 1) &&
                first->getPointerOperand() == exchange.getPointerOperand();
  // Of the answer nothing else is made, and nothing but the value is computed.
  bool isUsedOnce = all_of(exchange.users(), [&](const User *user) {
    return (isPart(user, 0) && user->hasOneUse()) || (isPart(user, 1) && user->hasOneUse());
  });
  if (!isLoop || !isUsedOnce)
    return std::nullopt;
  return Retried{first, seen, &exchange, again};
}

/// Once is enough.
void doAtOnce(const Retried &loop, Constant &lock) {
  AtomicCmpXchgInst &exchange = *loop.exchange;
  enterSection(*loop.first, lock);
  loop.first->setAtomic(AtomicOrdering::NotAtomic);
  auto *store = new StoreInst(exchange.getNewValOperand(), exchange.getPointerOperand(),
                              /*isVolatile=*/false, exchange.getAlign(), exchange.getIterator());
  leaveSection(exchange, lock);
  store->setDebugLoc(exchange.getDebugLoc());
  BranchInst::Create(loop.again->getSuccessor(0), loop.again->getIterator());
  loop.again->eraseFromParent();
  loop.seen->removeIncomingValue(exchange.getParent(), /*DeletePHIIfEmpty=*/false);
  for (User *part : make_early_inc_range(exchange.users())) {
    part->replaceAllUsesWith(PoisonValue::get(part->getType()));
    cast<Instruction>(part)->eraseFromParent();
  }
  exchange.eraseFromParent();
}

void makePlain(Instruction &at) {
  if (auto *update = dyn_cast<AtomicRMWInst>(&at))
    lowerAtomicRMWInst(update);
  else if (auto *load = dyn_cast<LoadInst>(&at))
    load->setAtomic(AtomicOrdering::NotAtomic);
  else
    cast<StoreInst>(at).setAtomic(AtomicOrdering::NotAtomic);
}

} // namespace

bool hasFormOfSections(const AtomicCmpXchgInst &exchange) {
  // const_cast: it is only looked at
  return retriedBy(const_cast<AtomicCmpXchgInst &>(exchange)).has_value();
}

bool hasOrderedAtomics(const Function &function) {
  return any_of(instructions(function), [](const Instruction &at) {
    return (at.isAtomic() && !isa<FenceInst>(at) && !isInAnyOrder(at)) ||
           madeByCompiler(at) == TeamCall::Flush;
  });
}

void takeAtomicsOneByOne(Function &function) {
  Constant *lock = lockOf(*function.getParent(), SectionKind::Atomics);
  SmallVector<Retried, 4> loops;
  for (Instruction &at : instructions(function))
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&at))
      loops.push_back(*retriedBy(*exchange));
  for (const Retried &loop : loops)
    doAtOnce(loop, *lock);
  for (Instruction &at : make_early_inc_range(instructions(function)))
    if (at.isAtomic() && !isa<FenceInst>(at)) {
      enterSection(at, *lock);
      leaveSection(*at.getNextNode(), *lock);
      makePlain(at);
    }
}

} // namespace enzyme
