//===- Trampolines.h - internal procedures as arguments --------------------===//
#ifndef ENZYME_LIBRARY_TRAMPOLINES_H
#define ENZYME_LIBRARY_TRAMPOLINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// Calls in `functions` of functions that get an internal procedure by a trampoline become
/// calls of copies that call this procedure. True if there were any.
bool bindInternalProcedures(llvm::ArrayRef<llvm::Function *> functions);

/// Takes away what makes trampolines that are no longer jumped to. True if there were any.
bool dropUnusedTrampolines(llvm::Function &function);

} // namespace enzyme
#endif
