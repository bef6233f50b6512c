//===- HandedBits.h - integers made of numbers' bits that callees store ----===//
//
// Problem: where numbers lie, a function stores an integer that a caller made of the bits of active
// numbers. The function would take it for a constant; its derivative is unknown.
//
// So such an argument is handed on as if it were a number: with a tangent that is NaN, and where
// its adjoint comes back and is not zero, it was read as one, which ends the run.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ACTIVITY_HANDEDBITS_H
#define ENZYME_ACTIVITY_HANDEDBITS_H

#include "activity/Activity.h"

namespace enzyme {

/// Which of the arguments that `arguments` says are constant are of this kind; may be empty.
/// `others`: as for analyseTypes.
std::vector<bool> bitsHandedOn(const llvm::CallBase &call, llvm::ArrayRef<Activity> arguments,
                               const ActivityResults &activity, EvidenceStore *others);

} // namespace enzyme
#endif
