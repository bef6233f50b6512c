//===- RoundedSums.h - sums of numbers as integers --------------*- C++ -*-===//
//
// Problem: programs add numbers up in fixed point, rounded to integers, so that the order of
// threads does not matter: atomicAdd(&sum, (unsigned long long)(long long)(x * 1e9)). The
// derivative of a rounded number is zero, and so is that of the sum, without a word.
//
// Here: such sums, for a warning. Histograms, to which a constant is added, are none.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ACTIVITY_ROUNDEDSUMS_H
#define ENZYME_ACTIVITY_ROUNDEDSUMS_H

#include "activity/Activity.h"

namespace enzyme {

struct RoundedSum {
  const llvm::Instruction *rounding = nullptr; ///< or the call that hands the number on
  const llvm::AtomicRMWInst *sum = nullptr;
};

/// Those in the function of `activity`, and in functions that it calls without a derivative.
llvm::SmallVector<RoundedSum, 1> roundedSums(const ActivityResults &activity);

} // namespace enzyme
#endif
