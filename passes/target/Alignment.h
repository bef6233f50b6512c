//===- Alignment.h - how much shadows are aligned -----------------*- C++ -*-===//
#ifndef ENZYME_TARGET_ALIGNMENT_H
#define ENZYME_TARGET_ALIGNMENT_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// No access says that its memory is aligned to more than allocators give.
void limitAlignment(llvm::Function &function);

} // namespace enzyme
#endif
