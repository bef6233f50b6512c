//===- KeptMemory.h - variables that keep memory for themselves ------------===//
#ifndef ENZYME_TYPES_KEPTMEMORY_H
#define ENZYME_TYPES_KEPTMEMORY_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/GlobalVariable.h"

namespace enzyme {

/// Marks the variables of a file that lead only to memory which the file allocates and which does
/// not escape from it. All of the file must be there, with the linkage that the program gave.
void markKeptMemory(llvm::Module &file);

/// Narrower than an address: an empty class, a flag, a small counter.
bool isTooSmallForAddress(const llvm::GlobalVariable &variable);

bool keepsMemory(const llvm::GlobalVariable &variable);

/// Marks the other variables that may lead to memory: whether an argument of a request leads there,
/// too, only the run may be able to tell.
void markSharedMemory(llvm::Module &module);

bool sharesMemory(const llvm::GlobalVariable &variable);

/// Marks the variables of modules and procedures of Fortran that hold descriptors of arrays: those
/// that are allocatable keep their memory for themselves.
void markKeptArrays(llvm::Module &module);

bool hasKeptArrays(const llvm::Module &module);

/// Where the descriptors lie in a variable that is marked so, as distances from its start.
llvm::SmallVector<uint64_t, 2> keptArraysIn(const llvm::GlobalVariable &variable);

/// May memory that is older than the derivative have a shadow of its own: is any variable marked as
/// one that keeps or shares memory?
bool hasKeptMemory(const llvm::Module &module);

} // namespace enzyme
#endif
