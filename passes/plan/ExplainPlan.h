//===- ExplainPlan.h - the plan in the words of its user ------------------===//
//
// Problem: what makes a gradient slow or large was decided by the plan, for reasons that
// a person could often remove (an overwritten array, a pointer that may overlap).
//
// Here: remarks on the plan of one derivative: what is computed again, what is kept, how many
// bytes, and why. (Of loops and calls: regions/ExplainRegions.h.)
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PLAN_EXPLAINPLAN_H
#define ENZYME_PLAN_EXPLAINPLAN_H

#include "plan/Plan.h"

namespace enzyme {

void explainPlan(const Plan &plan, const ShadowedPrimal &primal, Remarks &remarks);

/// Which of its values carry derivative, and why.
void explainActivity(const llvm::Function &primal, const llvm::Function &prepared,
                     const ActivityResults &activity, Remarks &remarks);

} // namespace enzyme
#endif
