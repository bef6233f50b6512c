//===- Launch.h - threads of a launch, and how one stops the program --------===//
#ifndef ENZYME_RULES_GPU_LAUNCH_H
#define ENZYME_RULES_GPU_LAUNCH_H

#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace enzyme {

/// The number of the thread among all of its launch (i64).
llvm::Value *globalThread(llvm::IRBuilderBase &builder);

/// Is `value` a number of the thread in its block: in which direction (0 to 2)?
std::optional<unsigned> axisOfThread(const llvm::Value &value);

/// Is it the number of a block, or the size of blocks, where an intrinsic says it?
bool isOfWholeBlock(const llvm::Value &value);

/// Prints the message where the device can, and stops the program. Ends the block.
void stopOnDevice(llvm::IRBuilderBase &builder, llvm::StringRef message);

} // namespace enzyme
#endif
