//===- ByValue.h - structures passed by value in memory --------------------===//
#ifndef ENZYME_PREPARE_BYVALUE_H
#define ENZYME_PREPARE_BYVALUE_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// A byval parameter is a copy that the ABI makes at the call. Derivatives are
/// called with plain pointers, so the copy becomes visible: a stack variable
/// filled at entry. Its shadow then is a variable of its own, too, and what the
/// function writes to its copy does not reach the caller's adjoint.
void copyByValueParameters(llvm::Function &function);

} // namespace enzyme
#endif
