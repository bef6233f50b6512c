//===- VerifyDerivative.h - integrity of what was emitted -----------------===//
#ifndef ENZYME_EMIT_VERIFYDERIVATIVE_H
#define ENZYME_EMIT_VERIFYDERIVATIVE_H

#include "llvm/IR/Function.h"
#include <string>

namespace enzyme {

/// Is the derivative whole, as it was emitted and before it is optimised? Else says `why` not.
/// `mayDrop`: not every adjoint goes on, since the primal sweep stops the program before some
/// calls (those without derivative), or calls ran together with their reverse.
bool verifyDerivative(const llvm::Function &derivative, bool mayDrop, std::string &why);

} // namespace enzyme
#endif
