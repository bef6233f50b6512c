//===- Dense.h - __enzyme_todense: shadows that are not memory ------------===//
//
// Problem: a Jacobian's column, or a row that is summed up, need not exist as memory:
// two functions can say what is read from a shadow and take what is written to it.
//
//   __enzyme_fwddiff(f, x, __enzyme_todense(load, store, k), …)
//
// Here: the derivative that such a shadow is passed to is copied, with all it passes
// the shadow on to, and accesses through the shadow become calls (DenseAccess.h).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TRANSFORM_DENSE_H
#define ENZYME_TRANSFORM_DENSE_H

#include "report/Diagnostics.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Serves the calls of the word whose derivatives exist already. The functions made for
/// that. With `isLast`, calls that are left over are refused.
std::vector<llvm::Function *> lowerDense(llvm::Module &module, bool isLast,
                                         Diagnostics &diagnostics);

/// May `value`, an argument of a request, be a pretended shadow, be it by way of a variable?
bool mayBeDense(const llvm::Value *value);

/// The functions that make pretended shadows.
std::vector<llvm::Function *> makersOfDense(llvm::Module &module);

} // namespace enzyme
#endif
