//===- Pools.h - whether a program has pools of its own -----------*- C++ -*-===//
#ifndef ENZYME_PREPARE_POOLS_H
#define ENZYME_PREPARE_POOLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Looks in `functions` for lists of free blocks, from which the first is taken:
///     block = *list; *list = block->next
/// and says so in their module.
void notePools(llvm::Module &workshop, llvm::ArrayRef<llvm::Function *> functions);

/// Whether there is one. Then floats may lie where addresses were (runtime/pool.c).
bool hasPools(const llvm::Module &workshop);

} // namespace enzyme
#endif
