//===- Coverage.h - does an iteration read only what it wrote before? ------===//
//
// Problem: scratch memory (work[0..d) filled and used anew in every iteration of a
// loop) does not stand in the way of running one iteration again, if each byte that
// is read was written before in the same iteration.
//
// Here: the bytes of an access over the inner loops around it as an interval
// between two expressions of scalar evolution; and whether the intervals of writes
// that certainly ran before a read cover the read's.
//
//     for (j = 0; j < d; j++) work[j] = …        certainly writes [work, work + 8 d)
//     for (j = 1; j < d; j++) … work[j-1] …      reads            [work, work + 8 (d-1))
//===----------------------------------------------------------------------===//
#ifndef ENZYME_MEMORY_COVERAGE_H
#define ENZYME_MEMORY_COVERAGE_H

#include "support/Analyses.h"
#include "llvm/Analysis/DomConditionCache.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include <optional>

namespace enzyme {

/// `bytes` bytes at `pointer`, each time `at` runs.
struct ByteAccess {
  llvm::Instruction *at;
  llvm::Value *pointer;
  const llvm::SCEV *bytes;
};

/// What a load, or a copy, reads; what a store, a fill, or a copy, writes. Null for other
/// instructions.
std::optional<ByteAccess> readBy(llvm::Instruction &at, llvm::ScalarEvolution &evolution);
std::optional<ByteAccess> writtenBy(llvm::Instruction &at, llvm::ScalarEvolution &evolution);
/// Where such an access reads; where it writes.
llvm::MemoryLocation placeReadBy(const llvm::Instruction &at);
llvm::MemoryLocation placeWrittenBy(const llvm::Instruction &at);

class Coverage {
public:
  /// `writes`: those of the loop's iteration.
  Coverage(llvm::Loop &loop, Analyses &analyses, llvm::ArrayRef<ByteAccess> writes);

  enum class Answer {
    No,
    Yes,       ///< every byte that is read was written earlier in the iteration
    IfWritten, ///< the same, or no write of the loop ever touches it
  };
  /// `mayTouch` picks the writes that may touch what `read` reads.
  Answer covers(const ByteAccess &read, llvm::function_ref<bool(const ByteAccess &)> mayTouch);

private:
  struct Range {
    const llvm::SCEV *low, *high; ///< from the first byte to behind the last
    bool maySkip = false;         ///< of a loop that may not run, where `high` is at most `low`
  };
  /// A condition and its outcome.
  using Guard = std::pair<llvm::Value *, bool>;

  std::optional<Range> rangeOf(const ByteAccess &access, llvm::BasicBlock &other) const;
  std::optional<Range> filledBy(const ByteAccess &write, llvm::Instruction &before) const;
  bool extend(Range &range, llvm::Loop &over) const;
  std::optional<Range> ends(const llvm::SCEV *address, llvm::Loop &over) const;
  bool isEmptyIfSkipped(const Range &range, llvm::BasicBlock &block,
                        llvm::BasicBlock &target) const;
  bool runsBefore(llvm::BasicBlock &block, llvm::BasicBlock &target, unsigned depth = 0) const;
  bool holdsAt(const Guard &guard, llvm::BasicBlock &block) const;
  bool isOneChoice(const Guard &guard) const;
  bool isAtMost(const llvm::SCEV *a, const llvm::SCEV *b) const;

  llvm::Loop &loop;
  llvm::DominatorTree &dominators;
  llvm::LoopInfo &loops;
  llvm::ScalarEvolution &evolution;
  llvm::ArrayRef<ByteAccess> writes;
  llvm::SmallVector<ByteAccess, 4> touching; ///< writes that may touch the read at hand
  mutable bool restsOnChoice = false;        ///< the last answer holds if the writes run at all

  mutable llvm::DomConditionCache conditions;
  mutable llvm::SmallVector<llvm::SimplifyQuery, 2> places; ///< the two accesses at hand
  mutable llvm::SmallVector<llvm::Loop *, 4> running;       ///< loops of the two accesses at hand

  bool isCovered(const ByteAccess &read) const;
  bool isCovered(const ByteAccess &read, llvm::ArrayRef<ByteAccess> sources,
                 llvm::function_ref<std::optional<Range>(const ByteAccess &)> range) const;
  std::optional<Range> objectOf(const ByteAccess &read) const;
  void noteRunning(const ByteAccess &write, const ByteAccess &read) const;
};

} // namespace enzyme
#endif
