//===- DynamicStack.h - stack that is allocated while a function runs ------===//
//
// Problem: a variable-length array lives until its scope ends, but the reverse
// sweep comes after that; and a derivative in two halves has two stack frames.
//
// Here: such arrays move to the heap, whose lifetime the derivative can prolong
// (a free is postponed). What has a constant size moves to the entry.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_DYNAMICSTACK_H
#define ENZYME_PREPARE_DYNAMICSTACK_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Afterwards every alloca is in the entry block and of constant size, and the
/// stack pointer is neither saved nor restored. Leaves pointers in slots that
/// promotion to registers is to remove.
void removeDynamicStack(llvm::Function &function);

/// Drops the frees of null that promotion to registers brings to light.
void dropFreesOfNothing(llvm::Function &function);

} // namespace enzyme
#endif
