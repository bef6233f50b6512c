//===- OneNumber.h - functions of one number, whose reverse runs forward ---===//
//
// Problem: y = f(x), a number of a number, by loops of which each iteration needs the one
// before: a series, a root by iteration. A reverse sweep keeps all of them on the tape and
// comes back through them, two or three times the work.
//
// Here: of such a function the tangent is the whole derivative, x̅ = y̅ · f'(x), whatever the
// number of lanes, and it needs no tape. Where the value is wanted as well, as by callers that run
// it together with its reverse, both are one call of the forward derivative.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_ONENUMBER_H
#define ENZYME_EMIT_ONENUMBER_H

#include "plan/Plan.h"

namespace enzyme {

/// Writes the gradient, whose function `primal` holds, as a call of the forward derivative: where
/// one parameter, a number, is all that carries derivative into the function, its result, which is
/// wanted, all that carries it out, and the reverse sweep would keep iterations. False, and nothing is done, where
/// that is not so.
bool emitByTangent(Context &context, const ShadowedPrimal &primal, const Plan &plan);

} // namespace enzyme
#endif
