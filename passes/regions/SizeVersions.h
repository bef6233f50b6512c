//===- SizeVersions.h - run again or keep, by how much it is -------------------===//
//
// Problem: to run an iteration again from a copy of what it changes (CopiedState.h) is faster than
// to keep what it computed only where that leaves the caches, and slower where it stays in them.
// How much it is, is known when the program runs.
//
// Here: two versions of such a loop, with a test in front of it. Both have the same derivative.
//
//     if (bytes copied * arrays kept for each copied one * iterations > limit)
//       for (…) iteration(…);  // runs again
//     else
//       for (…) { … }          // is kept
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REGIONS_SIZEVERSIONS_H
#define ENZYME_REGIONS_SIZEVERSIONS_H

#include "regions/Replayable.h"

namespace enzyme {

/// Is the number of iterations known in front of the loop, and is it short enough to be there
/// twice?
bool canChooseBySize(llvm::Loop &loop, Analyses &analyses);

/// Makes the two versions of the loop with this header, which stays that of the one to run again.
void chooseBySize(llvm::BasicBlock &header, const ReplayTerms &terms);

} // namespace enzyme
#endif
