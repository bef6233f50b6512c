//===- HalfAssembly.h - arithmetic on numbers of 16 bits that is written as PTX ----===//
#ifndef ENZYME_TARGET_HALFASSEMBLY_H
#define ENZYME_TARGET_HALFASSEMBLY_H

#include "llvm/IR/Instructions.h"

namespace enzyme {

/// NVIDIA's headers compute with __half and __nv_bfloat16 by assembly on integers: what they have
/// for the operators, conversions and comparisons becomes LLVM's own. False if `call` is something
/// else.
bool nameHalfArithmetic(llvm::CallInst &call);

} // namespace enzyme
#endif
