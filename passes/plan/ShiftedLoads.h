//===- ShiftedLoads.h - what an earlier iteration has read (room-private) --===//
#ifndef ENZYME_PLAN_SHIFTEDLOADS_H
#define ENZYME_PLAN_SHIFTEDLOADS_H

#include "plan/Overwritten.h"
#include "plan/Plan.h"

namespace enzyme {

/// What Plan::shifted holds. Needs plan.levels and plan.levelOf.
/// `analyses`: of the shadowed primal's function.
llvm::MapVector<llvm::LoadInst *, ShiftedLoad>
findShiftedLoads(const ShadowedPrimal &primal, const Plan &plan, Analyses &analyses);

} // namespace enzyme
#endif
