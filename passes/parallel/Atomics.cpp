//===- Atomics.cpp --------------------------------------------------------===//
//
//     old = load atomic p                  enter;  old = load p
//   try:                                   try:
//     seen = phi old, again                  seen = old
//     new = f(seen)                          new = f(seen)
//     again, done = cmpxchg p, seen, new     store new, p;  leave
//     br done, exit, try                     br exit
//
// What an update tries again on success of others succeeds at once in a section. Other exchanges
// are made in sections as they are, and may fail.
//===----------------------------------------------------------------------===//
#include "parallel/Atomics.h"
#include "memory/Updates.h"
#include "parallel/Constructs.h"
#include "parallel/Sections.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Does the address get to other code? That a volatile access has it does not count.
class GoesOn : public CaptureTracker {
public:
  void tooManyUses() override { isFound = true; }
  Action captured(const Use *use, UseCaptureInfo) override {
    const auto *access = cast<Instruction>(use->getUser());
    if (getLoadStorePointerOperand(access) == use->get())
      return Continue;
    isFound = true;
    return Stop;
  }
  bool isFound = false;
};

/// Is it volatile, in memory that other threads may see? Programs older than C11 wait for each
/// other by such accesses, with fences between them.
bool isSharedVolatile(const Instruction &at) {
  if (!at.isVolatile())
    return false;
  const Value *place = getLoadStorePointerOperand(&at);
  const auto *own = place ? dyn_cast<AllocaInst>(getUnderlyingObject(place)) : nullptr;
  if (!own)
    return true;
  GoesOn address;
  PointerMayBeCaptured(own, &address);
  return address.isFound;
}

/// Do other threads' accesses in the order in which they see this one count?
bool isOneByOne(const Instruction &at) {
  return !isa<FenceInst>(at) && (at.isAtomic() || isSharedVolatile(at));
}

bool isCallOf(const Instruction &at, StringRef name) {
  auto *call = dyn_cast<CallInst>(&at);
  return call && calleeName(*call) == name;
}

/// Has the variable been initialised? What says so is written by the C++ library, atomically.
bool asksGuard(const Instruction &at) {
  auto *load = dyn_cast<LoadInst>(&at);
  auto *guard =
      load ? dyn_cast<GlobalVariable>(load->getPointerOperand()->stripPointerCasts()) : nullptr;
  return guard && guard->getName().starts_with(guardPrefix);
}

/// Assembly may hold a fence, or accesses that others see.
bool isFence(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  return isa<FenceInst>(at) || madeByCompiler(at) == TeamCall::Flush ||
         (call && call->isInlineAsm() && call->mayWriteToMemory());
}

bool isInAnyOrder(const Instruction &at) {
  auto *update = dyn_cast<AtomicRMWInst>(&at);
  if (!update || isStrongerThanMonotonic(update->getOrdering()))
    return false;
  return isSum(*update) ? update->use_empty() : isSumOrOfInteger(*update);
}

/// Does a path from `first` to `exchange` pass another access in a section? That would be in one
/// already, of the same lock.
bool meetsSectionBefore(const AtomicCmpXchgInst &exchange, const PHINode &first) {
  SmallSetVector<const BasicBlock *, 4> blocks;
  blocks.insert(first.getParent());
  for (unsigned i = 0; i != blocks.size(); ++i) // grows
    if (blocks[i] != exchange.getParent())
      blocks.insert_range(successors(blocks[i]));
  return any_of(blocks, [&](const BasicBlock *block) {
    return any_of(*block, [&](const Instruction &at) {
      return &at != &exchange && isOneByOne(at) &&
             (block != exchange.getParent() || at.comesBefore(&exchange));
    });
  });
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
  if (!isLoop || !isUsedOnce || meetsSectionBefore(exchange, *seen))
    return std::nullopt;
  return Retried{first, seen, &exchange, again};
}

/// Once is enough.
void doAtOnce(const Retried &loop, Constant &lock) {
  AtomicCmpXchgInst &exchange = *loop.exchange;
  enterSection(*loop.first, lock);
  loop.first->setAtomic(AtomicOrdering::NotAtomic);
  loop.first->setVolatile(false); // others see it in their sections only
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
  else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&at))
    lowerAtomicCmpXchgInst(exchange);
  else if (auto *load = dyn_cast<LoadInst>(&at))
    load->setAtomic(AtomicOrdering::NotAtomic);
  else if (auto *store = dyn_cast<StoreInst>(&at))
    store->setAtomic(AtomicOrdering::NotAtomic);
}

} // namespace

bool hasOrderedAtomics(const Function &function) {
  return any_of(instructions(function), [](const Instruction &at) {
    return (isOneByOne(at) && !isInAnyOrder(at)) || isFence(at) || isCallOf(at, guardAcquire);
  });
}

void takeAtomicsOneByOne(Function &function) {
  Constant *lock = lockOf(*function.getParent(), SectionKind::Atomics);
  SmallVector<Retried, 4> loops;
  for (Instruction &at : instructions(function))
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&at))
      if (std::optional<Retried> loop = retriedBy(*exchange))
        loops.push_back(*loop);
  for (const Retried &loop : loops)
    doAtOnce(loop, *lock);
  for (Instruction &at : make_early_inc_range(instructions(function)))
    if (isOneByOne(at)) {
      enterSection(at, *lock);
      leaveSection(*at.getNextNode(), *lock);
      if (!asksGuard(at))
        makePlain(at);
    } else if (isCallOf(at, guardAcquire) || isCallOf(at, guardRelease)) {
      // Who finds the variable initialised comes after the one who did it, in the reverse sweep
      // before.
      Instruction &passed = isCallOf(at, guardRelease) ? at : *at.getNextNode();
      enterSection(passed, *lock);
      leaveSection(passed, *lock);
    }
}

} // namespace enzyme
