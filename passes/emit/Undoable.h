//===- Undoable.h - code whose runs can be taken back -----------------------===//
//
// Problem: a check (runtime/check.c) runs a function several times, on the program's own
// memory, and must leave no trace.
//
// Here: a copy of a function and of all it calls that tells the runtime before it
// writes, and lets it release memory. What code outside the program does cannot be
// taken back: where something unknown is called there is no such copy.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_UNDOABLE_H
#define ENZYME_EMIT_UNDOABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"
#include <string>
#include <vector>

namespace enzyme {

/// The copy of `function`, first among `made`; empty, and `why`, if there is none.
std::vector<llvm::Function *> makeUndoable(llvm::Function &function, std::string &why);

/// Do the functions compute with numbers of less precision than double?
bool computeNarrowly(llvm::ArrayRef<llvm::Function *> functions);

} // namespace enzyme
#endif
