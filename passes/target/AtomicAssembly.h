//===- AtomicAssembly.h - atomic operations written as assembly ---*- C++ -*-===//
#ifndef ENZYME_TARGET_ATOMICASSEMBLY_H
#define ENZYME_TARGET_ATOMICASSEMBLY_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Inline assembly of x86 that is one exchange, addition or compare-and-exchange of an integer or
/// an address in memory (with what it sets by the result, as `lock; decl %0; sete %1` does) becomes
/// LLVM's own atomic operation, as do PTX's (SumAssembly.h) and exchanges between the threads of a
/// warp (WarpAssembly.h). Other assembly stays.
void nameAtomicAssembly(llvm::Function &function);

} // namespace enzyme
#endif
