//===- Assembly.h - inline assembly that is understood ------------*- C++ -*-===//
#ifndef ENZYME_PREPARE_ASSEMBLY_H
#define ENZYME_PREPARE_ASSEMBLY_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Assembly without instructions, asm("" : "+x"(v)), keeps the optimiser from knowing a
/// value: it is a move. One multiplication and addition, as libraries write it where they
/// mistrust their compiler, becomes the intrinsic. Other assembly stays, and cannot be
/// differentiated.
void nameAssembly(llvm::Function &function);

} // namespace enzyme
#endif
