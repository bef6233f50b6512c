//===- SumsOf.h - values that are another value plus something ---------------===//
//
// Problem: `s = s + f(i)` in a loop: the adjoint of s is the same in every iteration,
// and so is that of whatever is added to it. To know it one must know that s
// is only added to and passed on.
//
// Here: everything a value is added up into, by additions, subtractions from it, phis
// all of whose operands are such sums, and calls of functions that only add to it.
// Each of these has derivative 1 with respect to the value.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_MEMORY_SUMSOF_H
#define ENZYME_MEMORY_SUMSOF_H

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace enzyme {

struct Sums {
  llvm::SmallSetVector<const llvm::Value *, 8> members; ///< the value itself is the first
  /// Uses of members by the function's return (through insertvalue), and behind `within`.
  llvm::SmallVector<const llvm::Use *, 4> leaves;
};

/// The sums that `start` goes into, in the loop `within` or (null) in its function;
/// nullopt if anything else is done with it than adding, comparing and handing it on.
std::optional<Sums> sumsOf(const llvm::Value &start, const llvm::Loop *within);

/// For an operand of a call: the part of the call's result (-1: all of it) that is the
/// operand plus something, if the callee does nothing else with it.
std::optional<int> partAddedTo(const llvm::Use &use);

/// What the aggregate `returned` holds at `part`; null if unknown.
const llvm::Value *partOf(const llvm::Value *returned, int part);

} // namespace enzyme
#endif
