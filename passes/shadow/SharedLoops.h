//===- SharedLoops.h - loops whose iterations a team shares -----------------===//
#ifndef ENZYME_SHADOW_SHAREDLOOPS_H
#define ENZYME_SHADOW_SHAREDLOOPS_H

#include "rules/openmp/TeamCalls.h"
#include "support/Analyses.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include <vector>

namespace enzyme {

/// A loop whose iterations the team shares.
struct SharedLoop {
  const llvm::Loop *loop;
  const llvm::SCEV *first;     ///< the index in the thread's first iteration; it goes up by one
  const llvm::CallInst *begin; ///< the call that shares it out
};

/// What a call says to OpenMP's runtime.
std::optional<TeamCall> teamCallBy(const llvm::CallBase &call);

/// From the outside inwards. Versions of one loop have one `begin`.
std::vector<SharedLoop> findSharedLoops(llvm::Function &function, Analyses &analyses);

} // namespace enzyme
#endif
