//===- KeptAddresses.h - addresses in a block's memory that outlive a launch ------===//
#ifndef ENZYME_PIPELINE_KEPTADDRESSES_H
#define ENZYME_PIPELINE_KEPTADDRESSES_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// Do `functions`, the first of a kernel's two halves and what it calls, store an address in memory
/// of a block? The second half is a kernel of its own, in which that memory may lie elsewhere.
bool keepsAddressInBlock(const llvm::SetVector<llvm::Function *> &functions);

} // namespace enzyme
#endif
