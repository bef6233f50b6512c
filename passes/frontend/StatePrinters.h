//===- StatePrinters.h - one state of every function, for opt --------------===//
//
// Problem: a stage is tested by its state, not by the derivative at the end.
//
// Here: the walk up to a stage for every function of a module that has a body,
// without any request, and the print of that stage's state.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_STATEPRINTERS_H
#define ENZYME_FRONTEND_STATEPRINTERS_H

#include "Context.h"
#include "llvm/Support/raw_ostream.h"

namespace enzyme {

/// Prints the state of one prepared function.
using StatePrinter = void (*)(llvm::raw_ostream &, Context &, llvm::Function &prepared);

/// Makes a workshop of `module`, prepares each function and prints it.
void printState(llvm::Module &module, StatePrinter print, llvm::raw_ostream &out);

void printPreparedState(llvm::raw_ostream &out, Context &context, llvm::Function &prepared);
void printTypesState(llvm::raw_ostream &out, Context &context, llvm::Function &prepared);
/// Under the key of a reverse request without markers.
void printActivityState(llvm::raw_ostream &out, Context &context, llvm::Function &prepared);

} // namespace enzyme
#endif
