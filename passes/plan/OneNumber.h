//===- OneNumber.h - functions of one number, whose reverse runs forward ---===//
//
//
// Problem: y = f(x), a number of a number, by loops of which each iteration needs the one
// before: a series, a root by iteration. A reverse sweep keeps all of them on the tape and
// comes back through them, two or three times the work.
//
// Here: of such a function the tangent is the whole derivative, x̅ = y̅ · f'(x), whatever the
// number of lanes, and it needs no tape. Where the value is wanted as well, as by callers that run
// it together with its reverse, both are one call of the forward derivative.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PLAN_ONENUMBER_H
#define ENZYME_PLAN_ONENUMBER_H

#include "plan/Plan.h"

namespace enzyme {

/// The parameter that carries derivative, a number, if it is the only one; else none.
std::optional<unsigned> onlyActiveNumber(const DerivativeKey &key);

/// Is the tangent the cheaper way to the gradient: one parameter, a number, is all that carries
/// derivative into the function, its result, which is wanted, all that carries it out, and the
/// reverse sweep would keep iterations?
bool isForwardCheaper(const Context &context, const ShadowedPrimal &primal, const Plan &plan);

} // namespace enzyme
#endif
