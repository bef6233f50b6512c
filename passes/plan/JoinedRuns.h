//===- JoinedRuns.h - arrays of all runs of an inner loop (room-private) ---===//
#ifndef ENZYME_PLAN_JOINEDRUNS_H
#define ENZYME_PLAN_JOINEDRUNS_H

#include "plan/Plan.h"
#include "support/Analyses.h"
#include "llvm/ADT/BitVector.h"

namespace enzyme {

/// Marks the levels, among those that are used, whose arrays lie with those of the loop around
/// them. Before fields are laid out.
void joinRuns(const ShadowedPrimal &primal, Plan &plan, const llvm::BitVector &used,
              Analyses &analyses);

/// Is `value` computed before `loop` is entered?
bool isKnownAhead(const llvm::Value &value, const llvm::Loop &loop,
                  const llvm::DominatorTree &dominators);

} // namespace enzyme
#endif
