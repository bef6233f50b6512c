//===- ReadOnlyVariables.h - static variables without a store ----------------===//
//
// Problem: a table of a library is `static double table[512 * 1024]`, and the word const is
// missing. Its shadow would be as large, and be cleared in each call of a derivative.
//
// Here: is a variable that no other file can name only read in this one? Then it is a
// constant. LLVM's GlobalStatus asks the same of optimised code: it gives up at local
// variables and parameters, of which the front end's code is full.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_READONLYVARIABLES_H
#define ENZYME_FRONTEND_READONLYVARIABLES_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Such variables of `file` become constants. Every function that may name them must have its body.
void makeReadOnlyConstant(llvm::Module &file);

} // namespace enzyme
#endif
