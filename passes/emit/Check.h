//===- Check.h - a derivative that checks itself ----------------------------===//
//
// With -fenzyme-check, a request becomes a call of a function around the
// derivative: before it, forward mode and differences in random directions; behind it,
// what the derivative made is compared with them (runtime/check.c).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_CHECK_H
#define ENZYME_EMIT_CHECK_H

#include "abi/Signature.h"
#include "report/Refusal.h"

namespace enzyme {

/// The forward derivative with which the one that `key` names is compared.
DerivativeKey forwardForCheck(const DerivativeKey &key);

/// Why the derivative that `key` names cannot be checked; "" if it can.
std::string whyNotChecked(const DerivativeKey &key);

struct CheckedDerivative {
  const DerivativeKey &key;
  llvm::Function &derivative; ///< or a function of its type around it
  llvm::Function &forward;    ///< an undoable copy of what forwardForCheck names
  const Position &where;      ///< of the request
  unsigned exitCode;
  bool isNarrow; ///< it computes in a smaller format than double
};
/// The function around the derivative, of its type.
llvm::Function *emitCheck(const CheckedDerivative &checked);

} // namespace enzyme
#endif
