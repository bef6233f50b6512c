//===- Guard.h - where 0 * infinity must stay 0 ---------------------------===//
#ifndef ENZYME_EMIT_GUARD_H
#define ENZYME_EMIT_GUARD_H

#include "plan/LinearStep.h"
#include "rules/Facts.h"

namespace enzyme {

/// Must the product of a slot and partial (output, input) be guarded, so that a
/// slot that is exactly zero stays zero through an infinite partial? Not where
/// fast-math flags rule infinities out, and not for products whose factors come
/// from parameters, memory, constants and sums and products of those: such values
/// are taken as finite. Divisions and library functions may yield infinity, and so may all that a
/// derivative of the first order hands on.
///
/// In derivatives of derivatives slots become coefficients: of a guarded d · c the derivative
/// is d' · c + d · c'. What was not chosen has d = 0, and where it overflowed c' is infinite
/// or no number; there the coefficient d that is exactly zero makes the product zero, too.
/// (d' · c stays: 0 times something may have a derivative.) The same holds for all products
/// that guarded ones are made of, or that are made of guarded ones.
ZeroFactor guardOf(const Context &context, const ShadowedPrimal &primal, const ScaleStep &step,
                   unsigned output, unsigned input);

} // namespace enzyme
#endif
