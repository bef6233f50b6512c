//===- SumAssembly.h - atomic operations that are written as PTX ---------------===//
#ifndef ENZYME_TARGET_SUMASSEMBLY_H
#define ENZYME_TARGET_SUMASSEMBLY_H

#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Sums of numbers, and what integers become, in one instruction (red, atom) of the weakest order
/// become LLVM's own operation. False if `call` is something else.
bool nameDeviceSum(llvm::CallInst &call);

} // namespace enzyme
#endif
