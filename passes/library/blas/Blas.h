//===- Blas.h - calls of BLAS and LAPACK, whose code is not at hand --------===//
//
// Problem: a call of BLAS is to be differentiated, but where nothing varies it must stay
// what it was: the library is several times faster than any code we could put in its place.
//
// Here: before anything is optimised, calls of a routine become calls of a function of ours
// that says in C what it does (Bodies.c), with the arguments that all spellings share. It
// is not inlined. Those left when all derivatives exist become the library's again.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LIBRARY_BLAS_BLAS_H
#define ENZYME_LIBRARY_BLAS_BLAS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>

namespace enzyme {

/// In `functions`; true if there were any. A function of `keep` is left alone: the program says
/// what it is. Adds to `roots` what rules (request/BlasRules.h) call, which is to be prepared like
/// what the program calls.
bool useBlasBodies(llvm::Module &workshop, const llvm::SetVector<llvm::Function *> &functions,
                   llvm::ArrayRef<llvm::Function *> keep,
                   llvm::SmallVectorImpl<llvm::Function *> &roots);

/// All bodies of one precision, named after `prefixOfBodies` and what they do.
std::unique_ptr<llvm::Module> parseBodies(const llvm::Module &workshop, char precision);
std::string prefixOfBodies();

/// Is it a body, or of a rule? Their signatures are known by name.
bool isOfBlas(const llvm::Function &function);

/// The bodies call the library from now on: nothing is differentiated any more.
void callBlasAgain(llvm::Module &workshop);

} // namespace enzyme
#endif
