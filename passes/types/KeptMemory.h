//===- KeptMemory.h - variables that keep memory for themselves ------------===//
#ifndef ENZYME_TYPES_KEPTMEMORY_H
#define ENZYME_TYPES_KEPTMEMORY_H

#include "llvm/IR/GlobalVariable.h"

namespace enzyme {

/// Marks the variables of a file that lead only to memory which the file allocates and shows nobody
/// else. All of the file must be there, with the linkage that the program gave.
void markKeptMemory(llvm::Module &file);

bool keepsMemory(const llvm::GlobalVariable &variable);
/// Does any?
bool hasKeptMemory(const llvm::Module &module);

} // namespace enzyme
#endif
