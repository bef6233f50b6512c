//===- RoundedSums.cpp - sums in fixed point that have no derivative --------===//
//
// A warning where the number is rounded, once a function (activity/RoundedSums.h finds them).
//===----------------------------------------------------------------------===//
#include "activity/RoundedSums.h"
#include "pipeline/Derivatives.h"

using namespace llvm;

namespace enzyme {

void Derivatives::warnOfRoundedSums(Function &primal, const ActivityResults &activity) {
  SmallVector<RoundedSum, 1> found = roundedSums(activity);
  if (found.empty() || !isWarnedOf.insert(&primal).second)
    return;
  for (const RoundedSum &rounded : found) {
    Refusal warning = refusalAt(*rounded.rounding, MessageId::RoundedSum, {});
    warning.notes.push_back({Position::of(*rounded.sum), "added here"});
    context.diagnostics.warn(std::move(warning));
  }
}

} // namespace enzyme
