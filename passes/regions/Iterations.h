//===- Iterations.h - one iteration of a loop as a function ---------------===//
//
// Problem: running one iteration again and reversing it at once is what the
// combined derivative of a function does with a whole function.
//
// Here: a loop that the region plan says is replayed gets its body as a function of its own;
// what decides how often the loop runs stays where it was:
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

#include "regions/RegionPlan.h"

namespace enzyme {

/// Metadata on calls that the reverse sweep runs again; and on those of them that leave
/// nothing but their results.
inline constexpr const char *replayMark = "enzyme.replay";
inline constexpr const char *leavesNothingMark = "enzyme.replay.leaves.nothing";
/// The same where, besides results, sums in memory are left that are not looked at later.
inline constexpr const char *onlyAddsMark = "enzyme.replay.only.adds";
/// On a load in an iteration: no other thread of the team adds to its adjoint (shadow/OwnSums.h).
inline constexpr const char *ownSumMark = "enzyme.own.sum";
/// Attribute of a parameter by which alone a second run knows memory that only the function uses:
/// what it leaves there is not wanted.
inline constexpr const char *scratchAttribute = "enzyme-replay-scratch";
/// Attribute of a parameter whose object an iteration copies before it runs (CopiedState.h): the
/// number of the parameter that is its bytes. Metadata on the call: what the bytes are, an
/// operand for each, empty where that is not known.
inline constexpr const char *copiedAttribute = "enzyme-replay-copied";
inline constexpr const char *copiedMark = "enzyme.replay.copied";
/// Attribute of functions that are one iteration, and of their derivatives: to be
/// inlined once nothing is differentiated any more.
inline constexpr const char *iterationAttribute = "enzyme-iteration";
/// Attribute of a parameter through which the function only writes; a second run
/// leaves these writes out.
inline constexpr const char *writtenOnceAttribute = "enzyme-written-once";

/// A copy of a prepared function in which the iterations of the loops that `loops` says are
/// replayed are calls; null if there are none. `types` is about `prepared`; the loads `own` get
/// ownSumMark.
llvm::Function *withIterations(llvm::Function &prepared, const TypeResults &types,
                               llvm::ArrayRef<LoopRegion> loops,
                               llvm::ArrayRef<const llvm::LoadInst *> own);

} // namespace enzyme
#endif
