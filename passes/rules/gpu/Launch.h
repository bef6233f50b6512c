//===- Launch.h - threads of a launch, and how one stops the program --------===//
#ifndef ENZYME_RULES_GPU_LAUNCH_H
#define ENZYME_RULES_GPU_LAUNCH_H

#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// The number of the thread among all of its launch (i64).
llvm::Value *globalThread(llvm::IRBuilderBase &builder);

/// Prints the message where the device can, and stops the program. Ends the block.
void stopOnDevice(llvm::IRBuilderBase &builder, llvm::StringRef message);

} // namespace enzyme
#endif
