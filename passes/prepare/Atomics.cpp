//===- Atomics.cpp - exchanges of floats in memory -------------------------===//
//
// Problem: std::atomic<double>::exchange and loops of compare_exchange_weak are one
// instruction each, on floats or on their bits, that reads, decides and writes.
//
// Here: each becomes an atomic load, a comparison, and an atomic store where the
// comparison holds, whose derivatives are those of any load and store. That is the
// same program in the one thread that computes the derivative. Another thread that
// writes the same place in between would be lost: shared accumulators that several
// threads differentiate must be sums (fetch_add), which stay one instruction.
// Exchanges of integers that are no bits of floats stay, too: they are locks and flags.
//===----------------------------------------------------------------------===//
#include "prepare/Atomics.h"
#include "types/Moves.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isFloat(const Value &value) { return value.getType()->isFloatingPointTy(); }

/// Is an integer made of a float's bits, or looked at as a float, by casts and choices?
bool areBitsOfFloat(const Value &integer) {
  SmallSetVector<const Value *, 8> web;
  web.insert(&integer);
  for (unsigned i = 0; i != web.size(); ++i) {
    const Value *value = web[i];
    const auto *bits = dyn_cast<BitCastInst>(value);
    if (bits && (isFloat(*bits) || isFloat(*bits->getOperand(0))))
      return true;
    if (choosesOnly(*value))
      web.insert_range(cast<User>(value)->operand_values());
    if (isa<Constant>(value))
      continue;
    for (const User *user : value->users())
      if (choosesOnly(*user) || isa<BitCastInst, ExtractValueInst>(user))
        web.insert(user);
  }
  return false;
}

/// One exchange as two accesses, each as atomic as it was.
class Exchange {
public:
  template <class Instruction>
  explicit Exchange(Instruction &at, AtomicOrdering ordering)
      : at(at), place(at.getPointerOperand()), align(at.getAlign()), ordering(ordering),
        scope(at.getSyncScopeID()) {}

  LoadInst *load(Type *type) const;
  void store(Value *value, Instruction &before) const;

private:
  Instruction &at;
  Value *place;
  Align align;
  AtomicOrdering ordering;
  SyncScope::ID scope;

  /// A load cannot release, a store cannot acquire.
  AtomicOrdering without(AtomicOrdering half, AtomicOrdering rest) const {
    if (ordering == AtomicOrdering::AcquireRelease)
      return rest;
    return ordering == half ? AtomicOrdering::Monotonic : ordering;
  }
};

LoadInst *Exchange::load(Type *type) const {
  auto *load = new LoadInst(type, place, "exchanged", /*isVolatile=*/false, align,
                            without(AtomicOrdering::Release, AtomicOrdering::Acquire), scope,
                            at.getIterator());
  load->setDebugLoc(at.getDebugLoc());
  return load;
}

void Exchange::store(Value *value, Instruction &before) const {
  auto *store = new StoreInst(value, place, /*isVolatile=*/false, align,
                              without(AtomicOrdering::Acquire, AtomicOrdering::Release), scope,
                              before.getIterator());
  store->setDebugLoc(at.getDebugLoc());
}

void spellOut(AtomicRMWInst &update) {
  Exchange exchange(update, update.getOrdering());
  LoadInst *old = exchange.load(update.getType());
  exchange.store(update.getValOperand(), update);
  update.replaceAllUsesWith(old);
  update.eraseFromParent();
}

void spellOut(AtomicCmpXchgInst &update) {
  Exchange exchange(update, update.getSuccessOrdering());
  LoadInst *old = exchange.load(update.getNewValOperand()->getType());
  IRBuilder<> builder(&update);
  Value *isSame = builder.CreateICmpEQ(old, update.getCompareOperand());
  Value *result = builder.CreateInsertValue(PoisonValue::get(update.getType()), old, 0);
  update.replaceAllUsesWith(builder.CreateInsertValue(result, isSame, 1));
  exchange.store(update.getNewValOperand(),
                 *SplitBlockAndInsertIfThen(isSame, &update, /*Unreachable=*/false));
  update.eraseFromParent();
}

} // namespace

void spellOutExchanges(Function &prepared) {
  SmallVector<AtomicRMWInst *, 4> exchanges;
  SmallVector<AtomicCmpXchgInst *, 4> comparing;
  for (Instruction &at : instructions(prepared)) {
    auto *exchange = dyn_cast<AtomicRMWInst>(&at);
    if (exchange && exchange->getOperation() == AtomicRMWInst::Xchg &&
        (isFloat(*exchange) || areBitsOfFloat(*exchange->getValOperand()) ||
         areBitsOfFloat(*exchange)))
      exchanges.push_back(exchange);
    auto *compare = dyn_cast<AtomicCmpXchgInst>(&at);
    if (compare && (areBitsOfFloat(*compare->getNewValOperand()) ||
                    areBitsOfFloat(*compare->getCompareOperand()) || areBitsOfFloat(*compare)))
      comparing.push_back(compare);
  }
  for (AtomicRMWInst *exchange : exchanges)
    spellOut(*exchange);
  for (AtomicCmpXchgInst *exchange : comparing)
    spellOut(*exchange);
}

} // namespace enzyme
