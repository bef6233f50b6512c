//===- ControlRecords.h - what the reverse sweep asks about control flow --===//
//
// Problem: to run backwards one must know, at every merge, where control came
// from, and for every loop, in which iteration it was left.
//
// Here: those facts as ordinary values of the shadowed primal, so that the plan
// keeps or recomputes them like any other. Each loop has a counter (0, 1, …) and,
// where LLVM can say it before the loop starts, the number of iterations; each
// exit of an uncounted loop has the counter's value at that exit; each merge has
// a value that tells its predecessors apart: the branch condition itself where
// that is enough, else an index.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SHADOW_CONTROLRECORDS_H
#define ENZYME_SHADOW_CONTROLRECORDS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

struct LoopRecord {
  llvm::BasicBlock *header = nullptr;
  llvm::PHINode *counter = nullptr; ///< i64: 0 in the first iteration
  /// How often the header runs (i64), available in the preheader; null when only
  /// running the loop can tell.
  llvm::Value *trips = nullptr;
  /// per block outside the loop that an edge leaves to: the counter on that edge
  llvm::DenseMap<llvm::BasicBlock *, llvm::PHINode *> counterAtExit;
};

struct MergeRecord {
  llvm::Value *selector = nullptr; ///< an integer
  llvm::SmallVector<std::pair<llvm::BasicBlock *, uint64_t>, 4>
      cases; ///< predecessor, its selector
};

struct ControlRecords {
  llvm::DenseMap<llvm::BasicBlock *, LoopRecord> loops; ///< by header
  llvm::DenseMap<llvm::BasicBlock *, MergeRecord> merges;
};

/// Adds the records to `function`, whose loops are in simplified form.
ControlRecords recordControl(llvm::Function &function);

} // namespace enzyme
#endif
