//===- InactiveCall.h - __enzyme_call_inactive(f, x…) ---------------------===//
#ifndef ENZYME_TRANSFORM_INACTIVECALL_H
#define ENZYME_TRANSFORM_INACTIVECALL_H

#include "report/Diagnostics.h"
#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// Replaces the call by f(x…) and returns that; null after a refusal: f is not
/// given, or the arguments or the result do not fit it.
llvm::CallBase *callInactive(llvm::CallBase &call, Diagnostics &diagnostics);

} // namespace enzyme
#endif
