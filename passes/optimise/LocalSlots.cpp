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
// Here: a variable is set at the start of the innermost block that all its uses lie
// behind and that is never reached while it holds anything else, instead of at the entry.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "support/Mutation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
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

/// How one variable is used.
class Uses {
public:
  explicit Uses(const AllocaInst &variable) {
    for (const User *user : variable.users())
      isKnown &= take(*cast<Instruction>(user), variable);
  }

  /// The store that sets the variable at the entry, where all else that is done with it is
  /// known and changes no more than it sets; else null.
  StoreInst *first() const {
    bool isPlain = isKnown || mutation::breaks("local-slot", "other use");
    bool isSet = isPlain && set && isa<Constant>(set->getValueOperand()) && !lastStores.empty();
    return isSet && widest <= bytesOf(*set) ? set : nullptr;
  }

  /// The block at whose start it can be set instead; null: none but the entry.
  BasicBlock *place(const DominatorTree &tree) const {
    BasicBlock *place = nullptr;
    for (auto [block, last] : lastStores)
      place = place ? tree.findNearestCommonDominator(place, block) : block;
    std::optional<Blocks> other = reachedWithOther();
    if (!other || !tree.isReachableFromEntry(place))
      return nullptr;
    while (other->contains(place) || place->getFirstInsertionPt() == place->end())
      place = tree.getNode(place)->getIDom()->getBlock();
    return place->isEntryBlock() ? nullptr : place;
  }

private:
  using Blocks = SmallPtrSet<BasicBlock *, 16>;
  /// Variables that hold something nearly everywhere are not worth following: their number
  /// times that of the blocks.
  static constexpr size_t maxReached = 1000;

  /// How many a load or store accesses.
  static uint64_t bytesOf(const Instruction &access) {
    return access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access));
  }

  /// The blocks at whose start it may hold something else than at the entry; nothing: too many.
  std::optional<Blocks> reachedWithOther() const {
    Blocks reached;
    SmallVector<BasicBlock *, 16> next;
    for (auto [block, last] : lastStores)
      if (last && last->getValueOperand() != set->getValueOperand())
        append_range(next, successors(block));
    while (!next.empty()) {
      BasicBlock *block = next.pop_back_val();
      if (!reached.insert(block).second || lastStores.lookup(block))
        continue;
      if (reached.size() > maxReached)
        return std::nullopt;
      append_range(next, successors(block));
    }
    return reached;
  }

  /// Notes one use; false if it is of no kind that is known.
  bool take(const Instruction &user, const AllocaInst &variable) {
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
    StoreInst *&last = lastStores[access.getParent()];
    if (store && (!last || last->comesBefore(store)))
      last = store;
    return true;
  }

  bool isKnown = true;
  StoreInst *set = nullptr;
  uint64_t widest = 0;                             ///< bytes of an access
  MapVector<BasicBlock *, StoreInst *> lastStores; ///< of each block that uses it; null: only loads
};

} // namespace

void makeSlotsLocal(Function &function) {
  for (BasicBlock &block : make_early_inc_range(function))
    MergeBlockIntoPredecessor(&block);
  // First all are asked, then all moved: what is moved may be what stands behind the variable,
  // and after each move a block numbers its instructions again.
  DominatorTree tree(function);
  SmallVector<std::pair<StoreInst *, BasicBlock *>, 16> moves;
  for (Instruction &at : function.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&at)) {
      Uses uses(*variable);
      StoreInst *first = uses.first();
      if (BasicBlock *place = first ? uses.place(tree) : nullptr)
        moves.emplace_back(first, place);
    }
  for (auto [first, block] : moves)
    first->moveBefore(*block, block->getFirstInsertionPt());
}

} // namespace enzyme
