//===- Differentiate.h - the table of contents ---------------------------===//
#ifndef ENZYME_PIPELINE_DIFFERENTIATE_H
#define ENZYME_PIPELINE_DIFFERENTIATE_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Finds the requests of `module`, makes the derivatives they ask for, calls
/// them. Returns whether the module changed. Refusals are printed as errors and
/// leave an empty module, so that nothing can go wrong after them.
bool runOnModule(llvm::Module &module);

} // namespace enzyme
#endif
