//===- UntypedMemory.h - memory in which unknown bytes rest --------------*- C++ -*-===//
#ifndef ENZYME_BITS_UNTYPEDMEMORY_H
#define ENZYME_BITS_UNTYPEDMEMORY_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Bytes on the stack for a value of `type`, whose contents are not declared.
llvm::Instruction *makeRoom(llvm::Function &function, llvm::Type *type, llvm::StringRef name);
llvm::Align alignOfRoom(const llvm::Instruction &room);

} // namespace enzyme
#endif
