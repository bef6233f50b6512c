//===- ByValue.h - complex numbers out of memory -------------------------===//
#ifndef ENZYME_RULES_CALLS_BYVALUE_H
#define ENZYME_RULES_CALLS_BYVALUE_H

#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Passes and returns the complex numbers of a library call in registers, where
/// the platform's ABI has them in memory (byval, sret). False when `call` is not
/// such a call; else it is gone.
bool passComplexByValue(llvm::CallInst &call);

} // namespace enzyme
#endif
