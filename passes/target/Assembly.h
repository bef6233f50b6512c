//===- Assembly.h - inline assembly that is understood ------------*- C++ -*-===//
#ifndef ENZYME_TARGET_ASSEMBLY_H
#define ENZYME_TARGET_ASSEMBLY_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Assembly without instructions, asm("" : "+x"(v)), keeps the optimiser from knowing a
/// value: it is a move. One multiplication and addition, minimum, maximum or root, as libraries
/// write them where they mistrust their compiler, becomes LLVM's own. Fences and questions to the
/// processor (cpuid) are known to use no memory; numbers rounded to integers in memory, and words
/// of the processor (its exception flags) stored there, to carry no derivative. Other assembly
/// stays, and cannot be differentiated where it meets active values or memory.
void nameAssembly(llvm::Function &function);

} // namespace enzyme
#endif
