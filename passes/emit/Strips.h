//===- Strips.h - as many lanes as the run says ---------------------------===//
#ifndef ENZYME_EMIT_STRIPS_H
#define ENZYME_EMIT_STRIPS_H

#include "request/DerivativeKey.h"

namespace enzyme {

/// The function that serves a request whose number of lanes the run knows
/// (request/Strips.h). `wide` is the derivative `key` names, of one strip; `narrow`
/// the same with one lane. Both are called as often as it takes, so the primal
/// must leave the same in memory each time (isRepeatable).
llvm::Function *emitStrips(const DerivativeKey &key, llvm::Function &wide, llvm::Function &narrow);

} // namespace enzyme
#endif
