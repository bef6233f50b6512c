//===- Scopes.h - notes that are wrong in a derivative ---------------------===//
#ifndef ENZYME_PREPARE_SCOPES_H
#define ENZYME_PREPARE_SCOPES_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Drops lifetime markers and assumptions. The reverse sweep reads memory after
/// its scope has ended; an assumption keeps values alive for nothing. Drops also what
/// alias scopes say about the iterations of loops.
void dropScopes(llvm::Function &function);

/// Drops what was concluded about the effects of the function as a whole (reads
/// only, frees nothing, returns): derivatives are made from copies of it, and do
/// more than the primal does.
void dropEffects(llvm::Function &function);

} // namespace enzyme
#endif
