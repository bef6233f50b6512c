//===- Reductions.h - how a thread adds what it has to the team's (room-private) ---===//
//
//   how = __kmpc_reduce…(where, thread, n, bytes, list, combine, lock)
//   1: combine, in a section of the lock;  __kmpc_end_reduce…(where, thread, lock)
//   2: combine, each variable atomically
//
// A sum has the second form in a team, in which threads need not wait for each other in the reverse
// sweep either. What has no such form, or where it is a loop that tries again (products, extremes)
// or a section itself (arrays, the program's own operations), has the first.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_REDUCTIONS_H
#define ENZYME_PARALLEL_REDUCTIONS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Chooses the form of each reduction, and leaves out the second where it is not meant.
void chooseForms(llvm::Function &function);

/// Of a reduction, or its end: has it the first form? Of a reduction: has it the second?
bool isOneByOne(const llvm::CallInst &call);
bool isAtomic(const llvm::CallInst &reduce);

/// Of reductions that have the second form: the blocks of the first one, which do not run.
llvm::SetVector<llvm::BasicBlock *> blocksOfOtherForm(llvm::Function &function);

} // namespace enzyme
#endif
