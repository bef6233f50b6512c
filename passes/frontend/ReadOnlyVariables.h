//===- ReadOnlyVariables.h - static variables that nobody writes ------------===//
//
// Problem: a table of a library is `static double table[512 * 1024]`, and the word const is
// missing. Its shadow would be as large, and be cleared in each call of a derivative.
//
// Here: is a variable that no other file can name only read in this one? Then it is a
// constant, and front ends would not mind if it were declared as one.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_READONLYVARIABLES_H
#define ENZYME_FRONTEND_READONLYVARIABLES_H

#include "llvm/IR/GlobalVariable.h"

namespace enzyme {

/// Asked of the front end's code, in which everything is that may name the variable.
bool isOnlyRead(const llvm::GlobalVariable &variable);

} // namespace enzyme
#endif
