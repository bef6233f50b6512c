//===- CopyAssembly.h - copies into a block's memory that are written as PTX ---===//
#ifndef ENZYME_TARGET_COPYASSEMBLY_H
#define ENZYME_TARGET_COPYASSEMBLY_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Makes an address of the number of a place in the block's memory.
using AddressMaker = llvm::function_ref<llvm::Value *(llvm::IRBuilderBase &, llvm::Value *number)>;

/// Copies that go on beside the thread (cp.async, __pipeline_memcpy_async) are made at once. False
/// if `call` is something else, or if the address cannot be seen and there is nothing `otherwise`.
bool nameDeviceCopy(llvm::CallInst &call, AddressMaker otherwise = nullptr);

} // namespace enzyme
#endif
