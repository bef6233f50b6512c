//===- ReplayCost.h - is running an iteration again better than keeping it? -----===//
//
// Problem: a second run costs time; keeping a value costs memory traffic. A loop
// that would keep a value or two an iteration is better left alone.
//
// Here: an estimate of what the reverse sweep of a loop would keep. It is worth a second run when
// something inside inner loops would be kept, or more than a handful of values an iteration. Where
// an iteration and its reverse run at once there is no second run: whatever would be kept is worth
// it. An iteration that copies what it changes must save more than that: in its loops it reads
// several times as many arrays that the reverse sweep wants as it copies, and does nothing that
// costs more than memory does.
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
  ReplayTerms *terms = nullptr;              ///< null: nothing is copied
};

/// Of a loop that copies what it changes, also sets how many arrays it would keep.
bool isWorthReplaying(llvm::Loop &loop, Replayable &replayable, Analyses &analyses,
                      const ReplayCase &replay);

} // namespace enzyme
#endif
