//===- Pools.h - whether floats may lie where addresses were -----------*- C++ -*-===//
#ifndef ENZYME_PREPARE_POOLS_H
#define ENZYME_PREPARE_POOLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Looks in `functions` for pointers that may link the free blocks of a pool,
///     block->next = head; head = block
/// and says so in their module.
void notePools(llvm::Module &workshop, llvm::ArrayRef<llvm::Function *> functions);

/// Whether there may be one. Then floats may lie where addresses were (runtime/pool.c).
bool hasPools(const llvm::Module &workshop);

} // namespace enzyme
#endif
