//===- IndirectCalls.h - calls through pointers become choices -------------===//
//
// Problem: a call through a pointer (table, callback, virtual function) has no
// derivative that could be named.
//
// Here: it becomes a chain of comparisons with the functions it can reach, each
// followed by a direct call; the last branch keeps the call through the pointer.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_INDIRECTCALLS_H
#define ENZYME_PREPARE_INDIRECTCALLS_H

#include "request/PairRules.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Expands the calls in `functions`; true if anything changed. Candidates are all
/// functions of the module of the same type whose address is taken: narrowed to
/// those of one table, or of one slot of the virtual tables, where the pointer is
/// seen to come from there.
bool expandIndirectCalls(llvm::Module &workshop,
                         const llvm::SetVector<llvm::Function *> &functions);

} // namespace enzyme
#endif
