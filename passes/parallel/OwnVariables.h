//===- OwnVariables.h - variables of which each thread has its own -----------===//
//
// Problem: clang makes what is threadprivate a thread-local variable; flang asks OpenMP's runtime
// for the address of what the thread has. Which memory that is no analysis knows, and its shadow
// would be another question to the runtime. copyin is code in which the first thread copies from
// itself, while the others read what it copies: its adjoint would be cleared while others add to
// it.
//
// Here: while derivatives are made such an address is that of a thread-local variable; the shadow
// is one, too. In the end the runtime is asked again for what the program itself knows. Regions
// copy in from a copy, which is made before the fork.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_OWNVARIABLES_H
#define ENZYME_PARALLEL_OWNVARIABLES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <string>

namespace enzyme {

/// Questions to the runtime become addresses of thread-local variables.
void nameOwnVariables(llvm::Function &function);

/// What the region of `fork` only copies in, it copies from a copy. "", or why the region cannot be
/// run by its team.
std::string copyInFromCopies(llvm::CallInst &fork);

/// The variables made by nameOwnVariables are the runtime's again. Nothing is differentiated any
/// more.
void askForOwnVariables(llvm::Module &module);

} // namespace enzyme
#endif
