//===- CarriedMemory.h - does a thread's memory last from share to share? --===//
//
// Problem: an array, an object or a static variable of a thread's own, or memory that it allocated,
// may hold in an iteration of a loop that is shared out what an earlier one left there. Which one
// that was depends on how many threads there are.
//
// Here: a copy of the region in which what it calls is inlined. There each read of such memory in a
// loop that is shared out must be of bytes that the same iteration wrote before
// (memory/Coverage.h), or of memory that no share writes. What is not known to be so is carried.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_CARRIEDMEMORY_H
#define ENZYME_PARALLEL_CARRIEDMEMORY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Where `region` finds, or perhaps finds, what an earlier iteration left in memory of the thread's
/// own; null: nowhere. Left out are variables that hold one number and whose address is not taken,
/// and those of which `isLeftOut` says so.
const llvm::Instruction *
carriedThroughMemory(llvm::Function &region, const llvm::SetVector<llvm::Function *> &inside,
                     llvm::function_ref<bool(const llvm::AllocaInst &)> isLeftOut);

} // namespace enzyme
#endif
