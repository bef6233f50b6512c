//===- BlockSums.h - adjoints that all threads of a launch sum up --------------===//
//
// Problem: a number that is passed to a kernel by value has one adjoint, the sum over all threads.
// Added by each of them, or by each warp, the sums wait for each other in one place of the device.
//
// Here: at the end of a gradient's kernel the threads of a block sum up in shared memory, and one
// of them adds what came out. All threads get there, if none has ended or waits elsewhere: so not
// in kernels whose threads meet. Nor where shared memory may be short.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PIPELINE_BLOCKSUMS_H
#define ENZYME_PIPELINE_BLOCKSUMS_H

#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// *place += number, in each thread of the launch.
struct LaunchSum {
  llvm::Value *place, *number;
  llvm::Align align;
};

/// Adds at the end of a kernel that computes the gradient of `primal`.
void addForLaunch(llvm::IRBuilder<> &builder, const llvm::Function &primal,
                  llvm::ArrayRef<LaunchSum> sums);

} // namespace enzyme
#endif
