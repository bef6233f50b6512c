//===- Launch.h - threads of a launch, and how one stops the program --------===//
#ifndef ENZYME_RULES_GPU_LAUNCH_H
#define ENZYME_RULES_GPU_LAUNCH_H

#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace enzyme {

/// The number of the thread among all of its launch (i64).
llvm::Value *globalThread(llvm::IRBuilderBase &builder);

/// What the launch gives each thread in one direction (0 to 2): its number in the block, the
/// block's number, and how many there are of each.
struct LaunchNumber {
  enum Kind { Thread, Block, Threads, Blocks } kind;
  unsigned axis;
};
std::optional<LaunchNumber> launchNumber(const llvm::Value &value);

/// Is `value` the number of all threads in a direction (0 to 2), as the optimiser writes the
/// product of a block's threads and HIP's quotient for the number of blocks: all - all % ofBlock?
std::optional<unsigned> axisOfAllThreads(const llvm::Value &value);

/// The same as an i64.
llvm::Value *readLaunchNumber(llvm::IRBuilderBase &builder, LaunchNumber number);

/// Is `value` such a number, or where AMD's kernels read it?
bool isOfLaunchAlone(const llvm::Value &value);

/// On kernels of which only the host's derivatives launch derivatives: both halves by launches of
/// the same shape.
inline constexpr llvm::StringLiteral launchedByHostAttribute = "enzyme-launched-by-host";

/// Is `value` a number of the thread in its block: in which direction (0 to 2)?
std::optional<unsigned> axisOfThread(const llvm::Value &value);

/// Is it the number of a block, or the size of blocks, where an intrinsic says it?
bool isOfWholeBlock(const llvm::Value &value);

/// Prints the message where the device can, and stops the program. Ends the block.
void stopOnDevice(llvm::IRBuilderBase &builder, llvm::StringRef message);

} // namespace enzyme
#endif
