//===- Versions.h - functions in versions for several processors -*- C++ -*-===//
//
// Problem: `target_clones` and `target` make several functions of one, among which the program
// chooses when it starts. Calls go to a symbol whose resolver only the loader calls, so there is no
// body to differentiate.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_VERSIONS_H
#define ENZYME_SUPPORT_VERSIONS_H

#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// The version that every processor can run; null if clang did not make the choice.
llvm::Function *defaultVersionOf(const llvm::GlobalIFunc &choice);

/// Is that the address of the function, or of the choice of which it is the default version?
llvm::Value *isAnyVersionOf(llvm::IRBuilderBase &builder, llvm::Value *pointer,
                            llvm::Function &version);

/// Calls in code that is differentiated go to that version. All compute the same, up to
/// rounding. Addresses stay: the program may compare them with those that it kept. Resolvers
/// that the program wrote itself stay, too.
void callDefaultVersions(llvm::Module &workshop);

} // namespace enzyme
#endif
