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
/// are taken as finite. Divisions and library functions may yield infinity, and so may everything
/// that a first-order derivative hands on.
///
/// In derivatives of derivatives slots become coefficients: the derivative of a guarded d · c
/// is d' · c + d · c'. What was not chosen has d = 0, and where it overflowed c' is infinite
/// or NaN; there the coefficient d, being exactly zero, makes the product zero, too.
/// (d' · c stays: 0 times something may have a derivative.) The same holds for all products
/// that guarded ones are made of, or that are made of guarded ones.
ZeroFactor guardOf(const Context &context, const ShadowedPrimal &primal, const ScaleStep &step,
                   unsigned output, unsigned input);

} // namespace enzyme
#endif
