//===- ThreadIndex.h - numbers that no two threads of a launch share ---------===//
//
// Problem: which places of an array are one thread's alone? `x[i]` with i = threadIdx.x +
// blockIdx.x * blockDim.x, unless the launch has a second direction, or i wraps around.
//
// Here: an index is made of the thread's and the block's numbers, each number once:
//
//   threadIdx.a, blockIdx.a                   below blockDim.a, gridDim.a
//   outer * w + inner, where inner < w        below outer's limit * w
//   row * n + inner, where inner < n          below rows * n, for rows of any kind: columns
//   a loop's i += step from such an index     where step is the number of all such indices, i < n
//
// The first two are different for threads with different numbers, the third is so modulo n, the
// last modulo the step. All this holds in integers that do not wrap: under conditions that become
// instructions at the entry of the shadowed primal, of which each thread finds the same. An element
// may be a slice of several numbers.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SHADOW_THREADINDEX_H
#define ENZYME_SHADOW_THREADINDEX_H

#include "shadow/ShadowedPrimal.h"
#include "support/Analyses.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// A number that is the same in all threads of a launch.
struct SameNumber {
  std::string key;    ///< how it is made: equal keys, equal numbers
  llvm::Value *value; ///< i64, in the shadowed primal; not negative where the number is not
};

struct ThreadIndex {
  std::string key;                  ///< how it is made of the numbers of thread and block
  unsigned numbers = 0;             ///< which: bits 0 to 2 of the thread, 3 to 5 of the block
  std::string all;                  ///< key of how many there are, if each below is some thread's
  llvm::Value *limit, *count;       ///< i64: above all that is computed; above the index itself
  std::string column;               ///< key of the index in each row; empty: there are no rows
  llvm::Value *rowLength = nullptr; ///< i64
};

/// Elements first + [low, high) of slice `index`, each so many elements wide, of an array.
struct ThreadSlice {
  ThreadIndex index;
  SameNumber width;
  std::optional<uint64_t> knownWidth;
  int64_t low = 0, high = 1; ///< high: of no known width, the width
};

class ThreadIndices {
public:
  ThreadIndices(ShadowedPrimal &primal, Analyses &analyses);

  /// What the integer `value` of the prepared function is in `at`; the conditions are added.
  std::optional<ThreadSlice> slice(const llvm::Value &value, const llvm::Instruction &at,
                                   llvm::SmallVectorImpl<llvm::Value *> &conditions);
  /// Adds the product `rows`, by which threads with different indices do not meet.
  bool addRows(ThreadSlice &slice, const llvm::Value &rows, const llvm::Instruction &at,
               llvm::SmallVectorImpl<llvm::Value *> &conditions);
  /// The same for `step` elements in each iteration of a loop, after so many as there were before.
  bool addSteps(ThreadSlice &slice, const llvm::Loop &loop, const llvm::Value &step,
                llvm::SmallVectorImpl<llvm::Value *> &conditions);
  /// The largest number that `value` may be, which is not negative.
  std::optional<uint64_t> largest(const llvm::Value &value);
  /// Is there one thread only for each of these numbers?
  llvm::Value *areAllNumbers(unsigned numbers);
  llvm::IRBuilder<> &entry() { return builder; }
  const llvm::LoopInfo &loopInfo() const { return loops; }

private:
  using Conditions = llvm::SmallVectorImpl<llvm::Value *>;
  struct Rows {
    SameNumber count, length;
  };
  std::optional<ThreadIndex> index(const llvm::Value &value, unsigned depth);
  std::optional<ThreadIndex> combined(const llvm::Value &product, const llvm::Value &inner,
                                      unsigned depth);
  std::optional<ThreadIndex> inRows(const llvm::Value &product,
                                    const std::optional<ThreadIndex> &within);
  ThreadIndex inRows(const Rows &rows, const ThreadIndex &within);
  std::optional<Rows> rowsOf(const llvm::Value &product);
  std::optional<SameNumber> countOfIterations(const llvm::SCEV &counter);
  std::optional<SameNumber> countOfIterations(const llvm::Loop &loop);
  std::optional<SameNumber> countOfRows(const llvm::Value &row, unsigned depth = 0);
  std::optional<ThreadIndex> walked(const llvm::PHINode &phi, unsigned depth);
  std::optional<ThreadSlice> sliceOf(const llvm::Value &value, unsigned depth);
  std::optional<ThreadSlice> partOf(const llvm::Value &product, const llvm::Value &inner,
                                    unsigned depth);
  std::optional<SameNumber> same(const llvm::Value &value, unsigned depth = 0);
  std::optional<SameNumber> boundOf(const llvm::Value &value, bool mayBeNegative = false);
  bool isBelow(const llvm::Value &value, const llvm::Value &bound, bool mayBeNegative = false);
  llvm::Value *extent(unsigned number);
  llvm::Value *limited(llvm::Value *number);

  ShadowedPrimal &primal;
  llvm::ScalarEvolution &evolution;
  llvm::LoopInfo &loops;
  llvm::IRBuilder<> builder; ///< at the entry of the shadowed primal
  llvm::Value *extents[6] = {};
  const llvm::Instruction *where = nullptr;
  Conditions *conditions = nullptr;
  llvm::SmallVector<const llvm::Value *, 8> bounds; ///< numbers that are compared with, as they are
};

} // namespace enzyme
#endif
