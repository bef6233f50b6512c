//===- BlockAddresses.h - addresses in a block's variables, for another kernel -----===//
//
// The two halves of a launch's derivative are kernels, as may be those that a program asks for, and
// each kernel has the variables of its block where it likes. What the first keeps of an address
// there is which variable it is in, and how far.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_BLOCKADDRESSES_H
#define ENZYME_EMIT_BLOCKADDRESSES_H

#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// `address`, a pointer that leads into one of `variables` or elsewhere, as both kernels understand
/// it, an integer; that integer's type; and back.
llvm::Value *withoutPlace(llvm::IRBuilderBase &builder, llvm::Value *address,
                          llvm::ArrayRef<llvm::GlobalVariable *> variables);
llvm::Type *wordWithoutPlace(llvm::IRBuilderBase &builder, llvm::Type *pointer);
llvm::Value *inPlace(llvm::IRBuilderBase &builder, llvm::Value *kept, llvm::Type *pointer,
                     llvm::ArrayRef<llvm::GlobalVariable *> variables);

} // namespace enzyme
#endif
