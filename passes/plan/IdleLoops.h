//===- IdleLoops.h - loops whose reverse has nothing to do (room-private) -----===//
//
// Problem: of many candidates one is chosen, and each took a loop to compute:
//
//     for (j…) { d = distance(j); nearest = d < nearest ? d : nearest; }
//
// In reverse the adjoint of d is zero by construction wherever d was not chosen, and
// the reverse of its loop adds zeros.
//
// Here: loops whose results go nowhere but into selects of one condition. The reverse
// sweep runs them only where the condition chose them. The condition decides and not
// the adjoint's value: an adjoint may be zero by chance and still have a derivative.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PLAN_IDLELOOPS_H
#define ENZYME_PLAN_IDLELOOPS_H

#include "plan/Plan.h"

namespace enzyme {

/// For blocks behind such loops; all needs of the plan are known.
llvm::DenseMap<llvm::BasicBlock *, IdleLoop> findIdleLoops(const ShadowedPrimal &primal,
                                                           const Plan &plan, llvm::LoopInfo &loops);

} // namespace enzyme
#endif
