//===- UnseenMemory.h - what functions without a body know ----------------===//
//
// Problem: `state = x; advance(); return state;` where advance() is in another file
// or behind a pointer: it may change memory it is not passed. And put(x), get() may
// share memory of their own.
//
// Here: which globals such functions may know, which calls are of that kind, and
// what the rest of the program does with that memory. All of it is one object of
// activity analysis, World::Unseen.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ACTIVITY_UNSEENMEMORY_H
#define ENZYME_ACTIVITY_UNSEENMEMORY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <optional>

namespace enzyme {

class CalleeSummaries;

/// What code does with memory that functions without a body know.
struct UnseenUse {
  bool feeds = false; ///< may put floats or addresses into it
  bool reads = false; ///< may take some out
  UnseenUse &operator|=(const UnseenUse &other) {
    feeds |= other.feeds;
    reads |= other.reads;
    return *this;
  }
  bool operator==(const UnseenUse &) const = default;
};

class UnseenMemory {
public:
  explicit UnseenMemory(const CalleeSummaries &callees) : callees(callees) {}

  /// The functions whose derivatives are requested: what they cannot reach does not run
  /// between two sweeps.
  void setRoots(llvm::ArrayRef<llvm::Function *> functions) {
    roots.assign(functions.begin(), functions.end());
  }

  /// Other files see the variable, its address is captured, or a function that pointers
  /// may lead to uses it.
  bool holds(const llvm::GlobalVariable &global);

  /// Do other variables, or code that we do not see, hold the address of such a variable?
  bool isPointedTo(const llvm::Module &module);

  /// May the call, of a function without a body, use memory that it is not passed?
  bool isTouchedBy(const llvm::CallBase &call) const;

  /// The instruction by itself; callees with a body are not looked into.
  UnseenUse useBy(const llvm::Instruction &instruction);

  /// What its callers may do to it before and after a call of `primal`.
  UnseenUse aroundCallsOf(const llvm::Function &primal);

private:
  const CalleeSummaries &callees;
  llvm::SmallVector<llvm::Function *, 4> roots;
  llvm::DenseMap<const llvm::GlobalVariable *, bool> known;
  llvm::DenseSet<const llvm::Function *> apart; ///< no root comes to them
  llvm::DenseMap<const llvm::Function *, UnseenUse> uses;
  std::optional<bool> someIsPointedTo;
  bool isSurveyed = false;

  void survey(const llvm::Module &module);
  bool isCalled(const llvm::Function &primal) const;
};

} // namespace enzyme
#endif
