//===- Returns.h - one way out ---------------------------------------------===//
#ifndef ENZYME_PREPARE_RETURNS_H
#define ENZYME_PREPARE_RETURNS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Leaves at most one `ret`: the others branch to it. The reverse sweep starts
/// where the primal sweep ends, so there must be one such place.
void unifyReturns(llvm::Function &function);

} // namespace enzyme
#endif
