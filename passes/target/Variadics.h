//===- Variadics.h - the program's own variadic functions ------------------===//
#ifndef ENZYME_TARGET_VARIADICS_H
#define ENZYME_TARGET_VARIADICS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// Direct calls, in `functions`, of variadic functions with a body become calls of
/// a copy that takes its further arguments in memory; copies of argument lists there become
/// copies of memory. True if there were any.
bool passVariadicsInMemory(const llvm::SetVector<llvm::Function *> &functions);

} // namespace enzyme
#endif
