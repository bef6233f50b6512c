//===- ReplayCost.h - is running an iteration again better than keeping it? -----===//
//
// Problem: a second run costs time; keeping a value costs memory traffic. A loop
// that would keep a value or two an iteration is better left alone.
//
// Here: an estimate of what the reverse sweep of a loop would keep. It is worth a second run when
// something inside inner loops would be kept, or more than a handful of values an iteration. Where
// an iteration and its reverse run at once there is no second run: whatever would be kept is worth
// it.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REGIONS_REPLAYCOST_H
#define ENZYME_REGIONS_REPLAYCOST_H

#include "activity/Activity.h"
#include "regions/Replayable.h"

namespace enzyme {

/// What is known about a loop's derivative.
struct ReplayCase {
  const ActivityResults *activity = nullptr; ///< null: not yet known, all may be active
  bool runsOnce = false;                     ///< an iteration and its reverse run at once
};

bool isWorthReplaying(llvm::Loop &loop, Replayable &replayable, Analyses &analyses,
                      const ReplayCase &replay);

} // namespace enzyme
#endif
