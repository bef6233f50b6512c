//===- VerifyDerivative.h - integrity of what was emitted -----------------===//
#ifndef ENZYME_EMIT_VERIFYDERIVATIVE_H
#define ENZYME_EMIT_VERIFYDERIVATIVE_H

#include "llvm/IR/Function.h"
#include <string>

namespace enzyme {

/// Is the derivative whole, as it was emitted and before it is optimised? Else says `why` not.
/// `mayStop`: the primal sweep stops the program in front of some calls (those without derivative).
bool verifyDerivative(const llvm::Function &derivative, bool mayStop, std::string &why);

} // namespace enzyme
#endif
