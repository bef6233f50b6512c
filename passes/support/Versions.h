//===- Versions.h - functions in versions for several processors -*- C++ -*-===//
//
// Problem: `target_clones` and `target` make several functions of one, among which the program
// chooses when it starts. Calls go to a symbol whose resolver only the loader calls, so there is no
// body to differentiate.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_VERSIONS_H
#define ENZYME_SUPPORT_VERSIONS_H

#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// The version that every processor can run; null if clang did not make the choice.
llvm::Function *defaultVersionOf(const llvm::GlobalIFunc &choice);

/// Calls in code that is differentiated go to that version. All compute the same, up to
/// rounding. Resolvers that the program wrote itself stay.
void chooseDefaultVersions(llvm::Module &workshop);

} // namespace enzyme
#endif
