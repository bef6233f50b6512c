//===- Processors.h - which processors a function is compiled for ----------===//
#ifndef ENZYME_SUPPORT_PROCESSORS_H
#define ENZYME_SUPPORT_PROCESSORS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Is the function compiled for processors with a feature ("+avx")?
bool hasFeature(const llvm::Function &function, llvm::StringRef feature);

/// Does every processor that may run `caller` have what `callee` is compiled for? Programs ask
/// the processor before they call functions with __attribute__((target("avx512f"))): in a caller
/// without it such code would run on any, or not even compile.
bool hasFeaturesOf(const llvm::Function &caller, const llvm::Function &callee);

} // namespace enzyme
#endif
