//===- LibraryBodies.h - library functions whose code is not at hand -------===//
#ifndef ENZYME_LIBRARY_LIBRARYBODIES_H
#define ENZYME_LIBRARY_LIBRARYBODIES_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Calls in `functions` of library functions that have a body in LibraryBodies.ll
/// (sorting and searching with a callback) or in fortran/Bodies.c call that body instead.
void useLibraryBodies(llvm::Module &workshop, const llvm::SetVector<llvm::Function *> &functions);

/// enzyme_constant_X(x) in bodies is x without its derivative.
void makeConstants(llvm::Module &bodies);

} // namespace enzyme
#endif
