//===- ReachedFunctions.h - which functions a request can come to ---------------------===//
#ifndef ENZYME_SUPPORT_REACHEDFUNCTIONS_H
#define ENZYME_SUPPORT_REACHEDFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// `roots` and every function with a body that they mention, through calls,
/// addresses, tables and virtual tables.
llvm::SetVector<llvm::Function *> reachedFunctions(llvm::ArrayRef<llvm::Function *> roots);

/// The same for one more root. What `reached` holds was walked before.
void reachFrom(llvm::Function &root, llvm::SetVector<llvm::Function *> &reached);

} // namespace enzyme
#endif
