//===- Scatter.h - loops that add to several places of an array ------------===//
//
// What SplitScatter.cpp must know about a loop to take it apart, and whether it may.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_OPTIMISE_SCATTER_H
#define ENZYME_OPTIMISE_SCATTER_H

#include "support/Analyses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace enzyme {

/// A load or store whose address advances by its own size.
struct SteadyAccess {
  llvm::Instruction *at;
  const llvm::SCEVAddRecExpr *address; ///< null: a load from one place
  int64_t step;                        ///< bytes from one iteration to the next
  int64_t size;                        ///< bytes
};

/// What accesses that are always the same distances apart touch: from `lowest` to `highest`
/// bytes behind where `first` starts in an iteration.
struct TouchedRange {
  SteadyAccess first;
  int64_t lowest, highest;
};

/// A load, what is added to it, and the store to the same place.
struct PlacedSum {
  SteadyAccess load, store;
  llvm::SmallVector<llvm::Instruction *, 4> chain;      ///< from the load to the store
  llvm::SmallSetVector<llvm::Instruction *, 16> needed; ///< in the loop, for what is added
  int64_t delay = 0; ///< iterations by which it comes later to a place than its group's first

  bool isPart(const llvm::Instruction *instruction) const {
    return load.at == instruction || store.at == instruction ||
           llvm::is_contained(chain, instruction);
  }
};

/// Sums that come to the same places, in that order.
struct SumGroup {
  llvm::SmallVector<PlacedSum *, 4> sums;

  /// The iterations from the first visit of a place to the last. Sums of a group without
  /// width meet in no other iteration; they stay with what else an iteration does.
  int64_t width() const { return sums.back()->delay; }
};

/// What a loop does. It points into itself.
struct Scatter {
  bool isInStrips = false; ///< computing terms again would cost too much: StripScatter.cpp
  llvm::SmallVector<SteadyAccess, 16> accesses;
  llvm::SmallVector<PlacedSum, 8> sums;
  llvm::SmallVector<SumGroup, 4> groups;
  llvm::SmallVector<TouchedRange, 8> ranges;
  llvm::SmallSetVector<std::pair<unsigned, unsigned>, 8>
      unsure; ///< numbers of ranges that only the run can tell apart
};

/// Null where the loop does something else, may not be taken apart, or is better left whole.
std::unique_ptr<Scatter> readScatter(llvm::Loop &loop, Analyses &analyses);

} // namespace enzyme
#endif
