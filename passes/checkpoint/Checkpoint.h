//===- Checkpoint.h - loops that keep snapshots of their state --------------===//
//
// Problem: the program asks for a loop whose derivative keeps the state of a few
// iterations and computes the others again.
//
// Here: such a loop and its iteration as functions of their own, in the workshop:
//
//     for (i = 0; i < n; i++)            enzyme.checkpointed.f(u, v, …):
//       { …u…; swap(u, v); }       ->       plan(budget, n, state…)
//                                           while (enzyme.step.f(u, v, …)) ;
//
// All that one iteration hands to the next, or the loop to what follows, goes through
// memory: what were phis are variables of the caller. So the function that is one
// iteration takes addresses and whole numbers alone, its combined derivative reverses it,
// and state is memory and nothing else. Both are ordinary functions: code that does not know
// what they are for differentiates them as such. emit/Checkpoint.cpp does know.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_CHECKPOINT_CHECKPOINT_H
#define ENZYME_CHECKPOINT_CHECKPOINT_H

#include "report/Diagnostics.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Outlines the marked loops of the functions. What prevents one is reported as a
/// warning at its mark; the loop is then differentiated like others.
void checkpointLoops(llvm::ArrayRef<llvm::Function *> functions, Diagnostics &diagnostics);

/// A copy of a function in which such loops, and iterations, are code of their function again;
/// null if it has none.
llvm::Function *withLoopsTogether(llvm::Function &function);

} // namespace enzyme
#endif
