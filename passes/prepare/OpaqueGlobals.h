//===- OpaqueGlobals.h - globals whose values must not be forwarded --------===//
//
// Problem: the user says that a global is inactive: a value stored in it and read
// back has no derivative. An optimiser that forwards the stored value to the load
// would make it active again, depending on what it happens to see.
//
// Here: accesses of such globals are volatile while the workshop is optimised,
// and ordinary again in prepared functions.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_OPAQUEGLOBALS_H
#define ENZYME_PREPARE_OPAQUEGLOBALS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Hides accesses of the globals for which `isOpaque` answers true.
void hideAccesses(llvm::Module &workshop,
                  llvm::function_ref<bool(const llvm::GlobalVariable &)> isOpaque);

/// Undoes hideAccesses in one function.
void revealAccesses(llvm::Function &function);

} // namespace enzyme
#endif
