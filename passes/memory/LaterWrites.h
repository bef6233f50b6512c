//===- LaterWrites.h - stores that go ahead of loads ----------------------===//
//
// Problem: x[i] = f(x[i-1]) writes the array it reads. Alias analysis, asked whether
// the store may touch what was loaded in an earlier iteration, can only say yes.
//
// Here: a store that runs after a load is elsewhere when all later stores lie above
// it (or all below it). In each loop around both, from one iteration to the next:
//
//     highest byte read in iteration k  <=  lowest byte written in iteration k + 1,
//     which never goes down
//
// That holds for recurrences, trajectories u[t+1][·] = f(u[t][·]), tables of dynamic
// programming, and the rows of a factorisation that are finished.
//
// Its finished columns lie between what is written. But where addresses are
//
//     base + row length · row + column,     0 <= column < row length
//
// different columns are different places, and the same is asked of the columns alone.
//
// Distances are compared as integers: addresses that are accessed do not wrap around.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_MEMORY_LATERWRITES_H
#define ENZYME_MEMORY_LATERWRITES_H

#include "memory/AccessRange.h"
#include "support/Analyses.h"

namespace enzyme {

class LaterWrites {
public:
  explicit LaterWrites(Analyses &analyses)
      : evolution(analyses.scalarEvolution()), loops(analyses.loopInfo()) {}

  /// True if no run of `write` behind a run of `load` touches what was loaded.
  bool areElsewhere(llvm::LoadInst &load, llvm::Instruction &write);

  /// True if no run of `write` in `loop` touches what `load` reads, whose address is the
  /// same in all its iterations.
  bool areApartIn(llvm::LoadInst &load, llvm::Instruction &write, const llvm::Loop &loop);

private:
  void noteInnermost(const llvm::LoadInst &load, const llvm::Instruction &write);
  bool runsInOneIteration(const llvm::LoadInst &load, const llvm::Instruction &write,
                          const llvm::Loop *loop) const;
  bool areApart(llvm::LoadInst &load, llvm::Instruction &write, const llvm::Loop *loop,
                bool isLater);
  bool areColumnsApart(llvm::LoadInst &load, llvm::Instruction &write, const llvm::Loop *loop,
                       bool isLater);
  bool areApart(AccessRanges::Bounds read, AccessRanges::Bounds written, const llvm::Loop *loop,
                bool isLater);
  bool staysInRow(llvm::Instruction &access, const llvm::SCEV *column, const llvm::SCEV *length);
  const llvm::SCEV *oneLater(const llvm::SCEV *end, const llvm::Loop *loop, bool isUpwards);
  AccessRanges rangesAt(const llvm::BasicBlock &place);
  std::optional<int64_t> leastOf(const llvm::SCEV *number);
  std::optional<int64_t> leastOfParts(const llvm::SCEV *number);
  bool isNonNegative(const llvm::SCEV *number) { return leastOf(number).value_or(-1) >= 0; }

  llvm::ScalarEvolution &evolution;
  llvm::LoopInfo &loops;
  llvm::SmallVector<const llvm::Loop *, 2> innermost; ///< around load and write: both run
};

/// The address a store or block operation writes to; null for other instructions.
llvm::Value *addressWritten(llvm::Instruction &write);

} // namespace enzyme
#endif
