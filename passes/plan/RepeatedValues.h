//===- RepeatedValues.h - what an inner loop computes anew each time (room-private) --===//
#ifndef ENZYME_PLAN_REPEATEDVALUES_H
#define ENZYME_PLAN_REPEATEDVALUES_H

#include "plan/KeepOrRecompute.h"

namespace enzyme {

/// What Plan::repeated holds. Needs plan.needs, plan.levels and plan.levelOf.
llvm::DenseMap<llvm::Value *, unsigned> findRepeatedValues(const ShadowedPrimal &primal,
                                                           const Plan &plan,
                                                           Recomputing &recomputing,
                                                           Analyses &analyses);

} // namespace enzyme
#endif
