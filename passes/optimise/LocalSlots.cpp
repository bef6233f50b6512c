//===- LocalSlots.cpp - slots that only one block needs ----------------------===//
//
// Problem: every sum of adjoints is a stack variable that starts as zero at the entry
// and is zero again after it was read, so that the next iteration finds it clear. A
// switch of N cases in a loop has some N such variables, each used in one case; made
// registers, every one of them goes through the N-fold merge at the end of the switch,
// for nothing: N² operands of phis.
//
// Here: a variable that one block alone uses, and leaves as it was at the entry, is set
// at the start of that block instead.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "support/Mutation.h"
#include "llvm/ADT/STLExtras.h"
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

  /// The store that clears the variable at the entry, if it can stand in front of the
  /// only block that uses it; else null.
  StoreInst *movable() const {
    auto *after = dyn_cast_or_null<StoreInst>(last);
    bool isSame = (isKnown || mutation::breaks("local-slot", "other use")) && first && after &&
                  isa<Constant>(first->getValueOperand()) &&
                  after->getValueOperand() == first->getValueOperand();
    return isSame ? first : nullptr;
  }

  BasicBlock &block() const { return *last->getParent(); }

private:
  /// Notes one use; false if it is of no kind that is known.
  bool take(const Instruction &user, const AllocaInst &variable) {
    if (!isPlainAccess(user, variable))
      return false;
    // const_cast: the variable's function is ours to change
    auto &access = const_cast<Instruction &>(user);
    if (access.getParent() == variable.getParent()) {
      bool isFirst = !first;
      first = dyn_cast<StoreInst>(&access);
      return isFirst && first;
    }
    if (last && last->getParent() != access.getParent())
      return false;
    if (!last || last->comesBefore(&access))
      last = &access;
    return true;
  }

  bool isKnown = true;
  StoreInst *first = nullptr;
  Instruction *last = nullptr;
};

} // namespace

void makeSlotsLocal(Function &function) {
  for (BasicBlock &block : make_early_inc_range(function))
    MergeBlockIntoPredecessor(&block);
  // First all are asked, then all moved: what is moved may be what stands behind the variable,
  // and after each move a block numbers its instructions again.
  SmallVector<std::pair<StoreInst *, BasicBlock *>, 16> moves;
  for (Instruction &at : function.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&at)) {
      Uses uses(*variable);
      if (StoreInst *clear = uses.movable())
        moves.emplace_back(clear, &uses.block());
    }
  for (auto [clear, block] : moves)
    clear->moveBefore(*block, block->getFirstInsertionPt());
}

} // namespace enzyme
