//===- OtherThreads.h - what other threads of a device may have written -------===//
//
// Problem: behind a barrier a thread sees what others wrote in front of it. To alias analysis the
// barrier is a call that may write everywhere, so that all that was read before it is kept.
//
// Here: threads of a block come to the same barrier of the same function. What a thread read in
// front of it is changed by another only if that one runs a write that can follow the barrier; a
// write that is in no order with the read would be a race of the program's. So it is enough to look
// at the function's own writes, as any thread may run them: the number of the thread says nothing
// of where it writes, only the objects that pointers are made of do.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_MEMORY_OTHERTHREADS_H
#define ENZYME_MEMORY_OTHERTHREADS_H

#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instruction.h"

namespace enzyme {

/// May `write`, run by another thread of the launch, touch what `read` leads to in this one? Also
/// true where threads, with `write`, may tell others what they have done.
bool mayTouchFromOthers(const llvm::Instruction &write, const llvm::Value &read);

/// Marks the variable if it is the block's, and no address of it goes on to calls or memory: then
/// no other pointer leads there. To be asked while all code of the file is there.
void markReachedByName(llvm::GlobalVariable &variable);

/// Of two objects of a device's function: is one a variable of the block where the other cannot
/// lead, in this thread or another?
bool isOtherThanOfBlock(const llvm::Value &a, const llvm::Value &b);

} // namespace enzyme
#endif
