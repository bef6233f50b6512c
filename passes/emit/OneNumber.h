//===- OneNumber.h - a gradient as a call of the forward derivative -----------===//
#ifndef ENZYME_EMIT_ONENUMBER_H
#define ENZYME_EMIT_ONENUMBER_H

#include "plan/OneNumber.h"

namespace enzyme {

/// Writes the gradient, whose function `primal` holds and of which isForwardCheaper holds, as a
/// call of the forward derivative. False, and nothing is done, where there is none.
bool emitByTangent(Context &context, const ShadowedPrimal &primal);

} // namespace enzyme
#endif
