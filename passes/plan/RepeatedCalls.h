//===- RepeatedCalls.h - calls that the program wants repeated ----------------===//
//
// Problem: a call costs more than a load, so its result is kept; but a program may
// know that a function is cheap, and says so with enzyme_shouldrecompute.
//
// Here: the results that can be obtained by calling again in the reverse sweep. The
// function must depend on its arguments alone and leave nothing behind.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PLAN_REPEATEDCALLS_H
#define ENZYME_PLAN_REPEATEDCALLS_H

#include "shadow/ShadowedPrimal.h"

namespace enzyme {

/// The prepared function's call whose result `value` (a copy) is, if it may be made
/// once more and the program asked for that; else null.
const llvm::CallBase *repeatedCall(const ShadowedPrimal &primal, const llvm::Value &value);

} // namespace enzyme
#endif
