//===- Iterations.h - one iteration of a loop as a function ---------------===//
//
// Problem: to run one iteration again and to reverse it at once is what the
// combined derivative of a function does with a whole function.
//
// Here: a loop whose iterations can run again (Replayable.h) and whose reverse would
// keep much (ReplayCost.h) gets its body as a function of its own; what decides how often
// the loop runs stays where it was:
//
//     for (i = 0; i < n; i++)            for (i = 0; i < n; i++)
//       { …x[i]…; s += y; }       ->       s = iteration(i, x, …, s)
//
// The call carries the mark `replayMark`: primal sweep as it is, reverse sweep the
// callee's combined derivative.
//
// Inside an iteration nothing is run a third time. But an inner loop that only adds to
// memory will run together with its reverse (regions/SeedAhead.h), which nests.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REGIONS_ITERATIONS_H
#define ENZYME_REGIONS_ITERATIONS_H

#include "types/Types.h"

namespace enzyme {

/// Metadata on calls that the reverse sweep runs again; and on those of them of which
/// nothing but the results is left.
inline constexpr const char *replayMark = "enzyme.replay";
inline constexpr const char *leavesNothingMark = "enzyme.replay.leaves.nothing";
/// The same where, besides results, sums in memory are left that nobody looks at later.
inline constexpr const char *onlyAddsMark = "enzyme.replay.only.adds";
/// Attribute of functions that are one iteration, and of their derivatives: to be
/// inlined once nothing is differentiated any more.
inline constexpr const char *iterationAttribute = "enzyme-iteration";
/// Attribute of a parameter through which the function only writes; a second run
/// leaves these writes out.
inline constexpr const char *writtenOnceAttribute = "enzyme-written-once";

/// What was found out about a loop.
struct LoopDecision {
  enum class Verdict {
    Replayed,  ///< its iterations are calls now
    TooLittle, ///< the second run would cost more than what it saves
    Inside,    ///< of an iteration that runs again as a whole
    Cannot,
  };
  Verdict verdict;
  std::string loop;     ///< its header's name
  llvm::DebugLoc where; ///< none: the source does not say
  std::string why;
  bool mayOverlap; ///< of two versions (regions/Versions.h) the one without a promise
};
void print(llvm::raw_ostream &out, const llvm::Function &prepared,
           llvm::ArrayRef<LoopDecision> decisions);

/// A copy of a prepared function in which the iterations of loops are calls; null if
/// no loop is worth it. `types` is about `prepared`. What is decided about each loop, and
/// why, goes to `decisions`. `mayFuse`: may an iteration and its reverse run at once?
llvm::Function *withIterations(llvm::Function &prepared, const TypeResults &types, bool mayFuse,
                               std::vector<LoopDecision> &decisions);

} // namespace enzyme
#endif
