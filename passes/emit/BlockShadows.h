//===- BlockShadows.h - shadows that each block of threads has -----------------===//
#ifndef ENZYME_EMIT_BLOCKSHADOWS_H
#define ENZYME_EMIT_BLOCKSHADOWS_H

#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// Sets shadows of variables of a block (isOfBlock) to zero, by all threads of the block, which
/// wait for each other before and after: a derivative before may still use them, and the one behind
/// begins when they are zero.
void clearTogether(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::GlobalVariable *> shadows);

} // namespace enzyme
#endif
