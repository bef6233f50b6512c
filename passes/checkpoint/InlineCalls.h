//===- InlineCalls.h - marked loops see what they call ----------------------===//
#ifndef ENZYME_CHECKPOINT_INLINECALLS_H
#define ENZYME_CHECKPOINT_INLINECALLS_H

#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// Calls in marked loops of `reached` that may become part of them: only what stands in
/// the loop tells which memory an iteration changes. Up to a size, and not what is
/// `kept` apart.
llvm::SmallVector<llvm::CallBase *, 8>
callsInMarkedLoops(llvm::ArrayRef<llvm::Function *> reached,
                   llvm::function_ref<bool(const llvm::Function &)> isKept);

} // namespace enzyme
#endif
