//===- Guard.h - where 0 * infinity must stay 0 ---------------------------===//
#ifndef ENZYME_EMIT_GUARD_H
#define ENZYME_EMIT_GUARD_H

#include "plan/LinearStep.h"

namespace enzyme {

/// Must the product of a slot and partial (output, input) be guarded, so that a
/// slot that is exactly zero stays zero through an infinite partial? Not where
/// fast-math flags rule infinities out, and not for products whose factors come
/// from parameters, memory, constants and sums and products of those: such values
/// are taken as finite. Divisions and library functions may yield infinity.
bool needsGuard(const Context &context, const ScaleStep &step, unsigned output, unsigned input);

} // namespace enzyme
#endif
