//===- ScatterLoops.h - new loops beside one that adds to several places ----===//
//
// What SplitScatter.cpp and StripScatter.cpp write in the same way.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_OPTIMISE_SCATTERLOOPS_H
#define ENZYME_OPTIMISE_SCATTERLOOPS_H

#include "optimise/Scatter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace enzyme {

/// A loop's counters in any of its iterations.
class ScatterCounters {
public:
  /// What they need is computed before an instruction ahead of the loop.
  ScatterCounters(llvm::Loop &loop, llvm::ScalarEvolution &evolution, llvm::Instruction &before);

  llvm::Value *trips; ///< iterations of the loop, i64

  /// The counters' values in `iteration`, for copies of the loop's code.
  void map(llvm::IRBuilder<> &builder, llvm::Value *iteration,
           llvm::ValueToValueMapTy &copies) const;

private:
  struct Counter {
    llvm::PHINode *phi;
    llvm::Value *start, *step;
    bool staysSigned; ///< never wraps as a signed number
  };
  llvm::SmallVector<Counter, 2> counters;
};

/// A choice ahead of the loop: the loop, if it has less than `fewest` iterations or ranges overlap
/// that only the run can tell apart; or else what `add` writes behind the block that it is given.
/// It gives the block behind, which has no end yet.
void besideLoop(llvm::Loop &loop, const Scatter &scatter, llvm::ScalarEvolution &evolution,
                uint64_t fewest, llvm::function_ref<llvm::BasicBlock *(llvm::BasicBlock &)> add);

/// A loop of `count` iterations, at least one, behind `entry`, which has no end yet. Gives
/// the block behind it.
llvm::BasicBlock *addPlacesLoop(llvm::Loop &beside, llvm::BasicBlock &entry, llvm::Value *count,
                                llvm::function_ref<void(llvm::IRBuilder<> &, llvm::Value *)> fill);

/// Writes the loop strip by strip, see StripScatter.cpp.
void takeInStrips(llvm::Loop &loop, const Scatter &scatter, llvm::ScalarEvolution &evolution);

} // namespace enzyme
#endif
