//===- Rooms.h - memory in which unknown bytes rest --------------*- C++ -*-===//
#ifndef ENZYME_PREPARE_ROOMS_H
#define ENZYME_PREPARE_ROOMS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Bytes on the stack for a value of `type`, whose contents are not declared.
llvm::AllocaInst *makeRoom(llvm::Function &function, llvm::Type *type, llvm::StringRef name);

} // namespace enzyme
#endif
