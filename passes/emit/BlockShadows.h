//===- BlockShadows.h - shadows that each block of threads has -----------------===//
#ifndef ENZYME_EMIT_BLOCKSHADOWS_H
#define ENZYME_EMIT_BLOCKSHADOWS_H

#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// Shadows of what a block of threads shares.
struct BlockShadows {
  llvm::SmallVector<llvm::GlobalVariable *, 4> ofBlock,
      ofLaunch;                ///< of memory whose size the launch says
  bool isRoomOfLaunch = false; ///< lies that one behind the memory? Else on the device's heap
};

/// Sets the shadows to zero, by all threads of the block, which wait for each other before and
/// after: a derivative before may still use them, and the one behind begins when they are zero.
void clearTogether(llvm::IRBuilder<> &builder, const BlockShadows &shadows);

/// All threads of the block wait for each other.
void waitForBlock(llvm::IRBuilder<> &builder, llvm::Module &module);

/// What of it lies on the heap is given back when all threads are done with it.
void giveBackTogether(llvm::IRBuilder<> &builder, const BlockShadows &shadows);

/// How many bytes, in integers of type `word`, lie behind the address `begin` of the memory whose
/// size the launch says or of its shadow, which one of the derivatives that the host launches has
/// behind it: `variable` is either.
llvm::Value *bytesOfLaunch(llvm::IRBuilderBase &builder, llvm::GlobalVariable &variable,
                           llvm::Value *begin);

} // namespace enzyme
#endif
