//===- Atomics.cpp - exchanges of floats in memory -------------------------===//
//
// Problem: std::atomic<double>::exchange, loops of compare_exchange_weak and the atomic maximum
// of numbers' bits are one instruction each, on floats or on their bits, that reads, decides and
// writes. The same of addresses, whose shadows are exchanged with them.
//
// Here: each becomes an atomic load, a comparison, and an atomic store where the
// comparison holds, whose derivatives are those of any load and store. That is the
// same program in the one thread that computes the derivative. Another thread that
// writes the same place in between would be lost: shared accumulators that several
// threads differentiate must be sums (fetch_add), which stay one instruction.
// Exchanges of integers that are neither bits of floats nor addresses stay, too: they are locks
// and flags. One whose result is not used, as where a lock is left, is an atomic store.
//===----------------------------------------------------------------------===//
#include "prepare/Atomics.h"
#include "bits/NumbersAt.h"
#include "types/Moves.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isFloat(const Value &value) { return value.getType()->isFloatingPointTy(); }

/// Is any such among what the words are made of and are made into, by casts and choices?
bool anyOfWeb(ArrayRef<const Value *> words, function_ref<bool(const Value &)> isWanted) {
  SmallSetVector<const Value *, 8> web(words.begin(), words.end());
  for (unsigned i = 0; i != web.size(); ++i) {
    const Value *value = web[i];
    if (isWanted(*value))
      return true;
    if (choosesOnly(*value))
      web.insert_range(cast<User>(value)->operand_values());
    if (isa<Constant>(value))
      continue;
    for (const User *user : value->users())
      if (choosesOnly(*user) || isa<BitCastInst, ExtractValueInst, IntToPtrInst>(user))
        web.insert(user);
  }
  return false;
}

/// Is an integer made of a float's bits, loaded where one lies, or looked at as a float?
bool areBitsOfFloat(const Value &integer, NumbersAt *numbers = nullptr) {
  return anyOfWeb({&integer}, [&](const Value &value) {
    const auto *bits = dyn_cast<BitCastInst>(&value);
    const auto *load = dyn_cast<LoadInst>(&value);
    return (bits && (isFloat(*bits) || isFloat(*bits->getOperand(0)))) ||
           (numbers && load && numbers->in(*load->getPointerOperand(), *load->getType()));
  });
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

/// When the larger or smaller is kept: whether that is the one that lay there.
std::optional<CmpInst::Predicate> keptIf(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Max:
    return CmpInst::ICMP_SGE;
  case AtomicRMWInst::Min:
    return CmpInst::ICMP_SLE;
  case AtomicRMWInst::UMax:
    return CmpInst::ICMP_UGE;
  case AtomicRMWInst::UMin:
    return CmpInst::ICMP_ULE;
  default:
    return std::nullopt;
  }
}

/// An exchange that gives nothing back.
bool isStore(const AtomicRMWInst &update) {
  return update.getOperation() == AtomicRMWInst::Xchg && update.use_empty() && !update.isVolatile();
}

void spellOut(AtomicRMWInst &update) {
  bool acquires = isAcquireOrStronger(update.getOrdering());
  Exchange exchange(update, isStore(update) && acquires ? AtomicOrdering::SequentiallyConsistent
                                                        : update.getOrdering());
  if (isStore(update)) {
    exchange.store(update.getValOperand(), update);
    update.eraseFromParent();
    return;
  }
  LoadInst *old = exchange.load(update.getType());
  Value *value = update.getValOperand();
  if (auto isKept = keptIf(update.getOperation())) {
    IRBuilder<> builder(&update);
    value = builder.CreateSelect(builder.CreateICmp(*isKept, old, value), old, value);
  }
  exchange.store(value, update);
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

/// Is it an address, or an integer made of one or made into one? Its shadow is to be exchanged with
/// it.
bool isAddress(const Value &word, const Value &result) {
  return anyOfWeb({&word, &result}, [](const Value &value) {
    return value.getType()->isPointerTy() || isa<PtrToIntOperator>(value);
  });
}

/// Does it exchange numbers or addresses? The largest or smallest of words where floats lie is that
/// of their bits.
bool exchangesMore(const AtomicRMWInst &update, NumbersAt &numbers) {
  const Value &word = *update.getValOperand();
  if (update.getOperation() == AtomicRMWInst::Xchg)
    return isFloat(update) || areBitsOfFloat(word) || areBitsOfFloat(update) ||
           isAddress(word, update);
  return keptIf(update.getOperation()) &&
         (areBitsOfFloat(word, &numbers) || areBitsOfFloat(update, &numbers) ||
          numbers.in(*update.getPointerOperand(), *update.getType()));
}

bool exchangesMore(const AtomicCmpXchgInst &update, NumbersAt &numbers) {
  return isAddress(*update.getNewValOperand(), update) ||
         areBitsOfFloat(*update.getNewValOperand(), &numbers) ||
         areBitsOfFloat(*update.getCompareOperand()) || areBitsOfFloat(update);
}

/// Those of numbers and addresses.
SmallVector<Instruction *, 4> exchangesIn(Function &prepared) {
  SmallVector<Instruction *, 4> found;
  NumbersAt numbers(prepared);
  for (Instruction &at : instructions(prepared)) {
    auto *update = dyn_cast<AtomicRMWInst>(&at);
    auto *compare = dyn_cast<AtomicCmpXchgInst>(&at);
    if ((update && exchangesMore(*update, numbers)) ||
        (compare && exchangesMore(*compare, numbers)))
      found.push_back(&at);
  }
  return found;
}

} // namespace

const Instruction *exchangeIn(Function &prepared) {
  SmallVector<Instruction *, 4> found = exchangesIn(prepared);
  return found.empty() ? nullptr : found.front();
}

void spellOutExchanges(Function &prepared) {
  for (Instruction *at : exchangesIn(prepared))
    if (auto *update = dyn_cast<AtomicRMWInst>(at))
      spellOut(*update);
    else
      spellOut(*cast<AtomicCmpXchgInst>(at));
  for (Instruction &at : make_early_inc_range(instructions(prepared)))
    if (auto *update = dyn_cast<AtomicRMWInst>(&at); update && isStore(*update))
      spellOut(*update);
}

} // namespace enzyme
