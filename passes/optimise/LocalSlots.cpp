//===- LocalSlots.cpp - slots that only a part of the function needs ---------===//
//
// Problem: every sum of adjoints is a stack variable that starts as zero at the entry
// and is zero again after it was read, so that the next iteration finds it clear. A
// switch of N cases in a loop has some N such variables, each used in one case; made
// registers, every one of them goes through the N-fold merge at the end of the switch,
// for nothing: N² operands of phis. Where a case has branches of its own (calls that may
// throw, conditions), each variable has a phi at each merge of all the other cases, too:
// the loop of an interpreter of 50 instructions had 40,000.
//
// Here: wherever a variable is known to hold what it was set to at the entry, and is read
// before it changes, or meets on the next edge with something else, it is set to that once
// more. As a register, it then lives only where it holds something else.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "optimise/Optimise.h"
#include "support/Mutation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

/// A load of the variable, or a store to it.
bool isPlainAccess(const Instruction &user, const AllocaInst &variable) {
  if (auto *load = dyn_cast<LoadInst>(&user))
    return load->isSimple();
  auto *store = dyn_cast<StoreInst>(&user);
  return store && store->isSimple() && store->getPointerOperand() == &variable;
}

/// Where a variable is to be set as it is at the entry.
struct Place {
  StoreInst *atEntry;
  BasicBlock *block;
  bool isAtEnd;
};

/// How one variable is used.
class Uses {
public:
  explicit Uses(const AllocaInst &variable) {
    for (const User *user : variable.users())
      isKnown &= take(*cast<Instruction>(user), variable);
  }

  /// Finds where it can be set again.
  void findPlaces(std::vector<Place> &places) const;

private:
  using Blocks = SmallPtrSet<BasicBlock *, 16>;
  struct InBlock {
    Instruction *first = nullptr;
    StoreInst *last = nullptr; ///< null: it is only read
  };

  /// How many bytes a load or store accesses.
  static uint64_t bytesOf(const Instruction &access) {
    return access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access));
  }

  /// Is all that is done with it known, and changes no more than what sets it at the entry?
  bool canBeSetAgain() const {
    bool isPlain = isKnown || mutation::breaks("local-slot", "other use");
    return isPlain && set && isa<Constant>(set->getValueOperand()) && widest <= bytesOf(*set);
  }

  bool leavesOther(const InBlock &in) const {
    return in.last && in.last->getValueOperand() != set->getValueOperand();
  }

  std::optional<Blocks> reachedWithOther() const;
  bool take(const Instruction &user, const AllocaInst &variable);

  bool isKnown = true;
  StoreInst *set = nullptr;                  ///< at the entry
  uint64_t widest = 0;                       ///< bytes of an access
  MapVector<BasicBlock *, InBlock> accesses; ///< outside the entry
};

/// Notes one use; false if it is of no kind that is known.
bool Uses::take(const Instruction &user, const AllocaInst &variable) {
  if (!isPlainAccess(user, variable))
    return false;
  // const_cast: the variable's function is ours to change
  auto &access = const_cast<Instruction &>(user);
  auto *store = dyn_cast<StoreInst>(&access);
  if (access.getParent() == variable.getParent()) {
    bool isFirst = !set;
    set = store;
    return isFirst && set;
  }
  widest = std::max(widest, bytesOf(access));
  InBlock &in = accesses[access.getParent()];
  if (!in.first || access.comesBefore(in.first))
    in.first = &access;
  if (store && (!in.last || in.last->comesBefore(store)))
    in.last = store;
  return true;
}

/// The blocks at whose start it may hold something else than at the entry; nothing: too many.
std::optional<Uses::Blocks> Uses::reachedWithOther() const {
  Blocks reached;
  SmallVector<BasicBlock *, 16> next;
  for (const auto &[block, in] : accesses)
    if (leavesOther(in))
      append_range(next, successors(block));
  while (!next.empty()) {
    BasicBlock *block = next.pop_back_val();
    if (!reached.insert(block).second || accesses.lookup(block).last)
      continue;
    if (reached.size() > limits::blocksOfSlot)
      return std::nullopt;
    append_range(next, successors(block));
  }
  return reached;
}

void Uses::findPlaces(std::vector<Place> &places) const {
  std::optional<Blocks> other = canBeSetAgain() ? reachedWithOther() : std::nullopt;
  if (!other)
    return;
  SmallSetVector<BasicBlock *, 16> reading, ends;
  for (const auto &[block, in] : accesses)
    if (isa<LoadInst>(in.first) && other->contains(block))
      reading.insert(block);
    else if (isa<LoadInst>(in.first))
      places.push_back({set, block, /*isAtEnd=*/false});
  for (size_t i = 0; i < reading.size(); i++) // grows
    for (BasicBlock *before : predecessors(reading[i])) {
      bool isSet = accesses.lookup(before).last || before->isEntryBlock();
      if (!isSet && other->contains(before))
        reading.insert(before);
      else if (!isSet && !before->getTerminator()->isEHPad())
        ends.insert(before);
    }
  for (BasicBlock *block : ends)
    places.push_back({set, block, /*isAtEnd=*/true});
}

} // namespace

void makeSlotsLocal(Function &function) {
  for (BasicBlock &block : make_early_inc_range(function))
    MergeBlockIntoPredecessor(&block);
  // First all are asked: a block that was changed numbers its instructions again.
  std::vector<Place> places;
  for (Instruction &at : function.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&at))
      Uses(*variable).findPlaces(places);
  for (const Place &place : places) {
    BasicBlock &block = *place.block;
    place.atEntry->clone()->insertBefore(block, place.isAtEnd ? block.getTerminator()->getIterator()
                                                              : block.getFirstInsertionPt());
  }
}

} // namespace enzyme
