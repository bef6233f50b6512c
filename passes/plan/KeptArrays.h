//===- KeptArrays.h - arrays that are kept whole (room-private) ------------===//
#ifndef ENZYME_PLAN_KEPTARRAYS_H
#define ENZYME_PLAN_KEPTARRAYS_H

#include "plan/KeepOrRecompute.h"

namespace enzyme {

/// Candidates for Plan::arrays, without places on the tape. Needs plan.needs, plan.levels,
/// plan.levelOf and plan.inductions. `analyses`: of the shadowed primal's function.
std::vector<KeptArray> findKeptArrays(const ShadowedPrimal &primal, const Plan &plan,
                                      Recomputing &recomputing, Analyses &analyses);

/// What the copy costs, in the terms of priceOf.
uint64_t priceOf(const KeptArray &array, const Plan &plan);

} // namespace enzyme
#endif
