//===- OneNumber.h - a gradient as a call of the forward derivative -----------===//
#ifndef ENZYME_EMIT_ONENUMBER_H
#define ENZYME_EMIT_ONENUMBER_H

#include "plan/OneNumber.h"

namespace enzyme {

/// The forward derivative that the gradient `key` names can be made of.
DerivativeKey tangentOfOneNumber(const DerivativeKey &key);

/// Writes the gradient, whose function `primal` holds and of which isForwardCheaper holds, as a
/// call of `forward`, which tangentOfOneNumber names.
void emitByTangent(Context &context, const ShadowedPrimal &primal, llvm::Function &forward);

} // namespace enzyme
#endif
