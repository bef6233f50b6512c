//===- Linearise.h - instruction + rule -> steps -------------------------===//
#ifndef ENZYME_PLAN_LINEARISE_H
#define ENZYME_PLAN_LINEARISE_H

#include "plan/LinearStep.h"

namespace enzyme {

class FloatsInReach; // plan/FloatsInReach.h

/// The steps of every block of the shadowed primal. False after a refusal: an
/// active instruction without a rule is an error, never silence.
bool linearise(Context &context, const ShadowedPrimal &primal, FloatsInReach &floats,
               StepList &steps);

} // namespace enzyme
#endif
