//===- CopyBlocks.h - another version of a part of a function ----------------===//
#ifndef ENZYME_SUPPORT_COPYBLOCKS_H
#define ENZYME_SUPPORT_COPYBLOCKS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/BasicBlock.h"

namespace enzyme {

/// Copies that go to each other where `blocks` do, and elsewhere to the same places. What is used
/// behind them leaves them through phis. Control is still to be led to the copies.
llvm::SmallVector<llvm::BasicBlock *, 32> copyBlocks(llvm::ArrayRef<llvm::BasicBlock *> blocks,
                                                     llvm::StringRef suffix);

} // namespace enzyme
#endif
