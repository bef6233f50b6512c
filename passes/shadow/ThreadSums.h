//===- ThreadSums.h - sums that many threads take at once ------------------===//
//
// On a graphics processor all threads run the same code at once, and their adjoints meet wherever
// they read the same memory: `x[0]` in each thread is a sum over all threads in the reverse sweep.
// Such sums are atomic. Only the variables of a function are a thread's own. The same holds in
// a parallel region that a team of threads runs.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SHADOW_THREADSUMS_H
#define ENZYME_SHADOW_THREADSUMS_H

#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// May other threads of a device add to `address` at the same time? Never on a host.
bool isSharedByThreads(const llvm::Value &address, const llvm::Module &module);

/// Is what `pointer` leads to made in its function, and known to no other thread?
bool isOwnOfThread(const llvm::Value &pointer);

/// *address += part (a number or a vector of numbers), each number by itself: these instructions.
llvm::SmallVector<llvm::Instruction *, 1> addForThreads(llvm::IRBuilderBase &builder,
                                                        llvm::Value *address, llvm::Value *part,
                                                        llvm::Align align);

/// On what only runs where threads meet.
inline constexpr llvm::StringLiteral seldomMark = "enzyme.seldom";

/// Is it such a sum of a device's threads?
bool isThreadSum(const llvm::AtomicRMWInst &update);

/// On NVIDIA's processors such sums become calls of functions that add to a place of any kind, as
/// the last step: sums that are differentiated again are instructions.
void lowerThreadSums(llvm::Module &module);
void lowerThreadSums(llvm::Function &function);

} // namespace enzyme
#endif
