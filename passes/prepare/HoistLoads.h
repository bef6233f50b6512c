//===- HoistLoads.h - loads that leave loops although the loops write there --===//
//
// Problem: in `for (j = k + 1; j < n; j++) a[i][j] -= a[i][k] * a[k][j]` the factor
// a[i][k] is one number. Alias analysis does not see that, since all is one array, and
// leaves its load in the loop. Then the adjoint of a[i][k] goes to memory and back in
// every iteration, where a sum in a register would do.
//
// Here: a load of one address leaves a loop in which no write touches it: as far as
// alias analysis knows, or by the ranges of bytes that the loop writes (AccessRange.h).
// Only where the load runs whenever the loop is entered.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_HOISTLOADS_H
#define ENZYME_PREPARE_HOISTLOADS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// The loops of `function` are in simplified form, and stay so.
void hoistLoads(llvm::Function &function);

} // namespace enzyme
#endif
