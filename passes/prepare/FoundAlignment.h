//===- FoundAlignment.h - alignment that a shadow need not have -------------===//
#ifndef ENZYME_PREPARE_FOUNDALIGNMENT_H
#define ENZYME_PREPARE_FOUNDALIGNMENT_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Vectors are read and written with no more alignment than their address has by what it leads to.
void dropFoundAlignment(llvm::Function &function);

} // namespace enzyme
#endif
