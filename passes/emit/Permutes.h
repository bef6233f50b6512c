//===- Permutes.h - adjoints of what AMD's threads send each other -----------===//
#ifndef ENZYME_EMIT_PERMUTES_H
#define ENZYME_EMIT_PERMUTES_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// The body of x̅ = back(_, y̅, address, _), for the permutation `shuffle` (rules/gpu/Meetings.h).
void emitPermutationBack(llvm::Function &back);

} // namespace enzyme
#endif
