//===- Strips.h - as many lanes as the run says ---------------------------===//
#ifndef ENZYME_EMIT_STRIPS_H
#define ENZYME_EMIT_STRIPS_H

#include "abi/Strips.h"

namespace enzyme {

/// The function that serves a request whose number of lanes the run knows
/// (abi/Strips.h). `wide` is the derivative `key` names, of one strip; `narrow`
/// the same with one lane. Both are called as often as it takes, so the primal
/// must leave the same in memory each time (isRepeatable).
llvm::Function *emitStrips(const DerivativeKey &key, llvm::Function &wide, llvm::Function &narrow);

/// The same for a primal that must run once: `augmented` keeps a tape, from which
/// `half` (reverse, or forward) works on one lane after the other.
llvm::Function *emitLanesFromTape(const DerivativeKey &key, llvm::Function &augmented,
                                  const Signature &first, llvm::Function &half,
                                  const Signature &second);

/// One lane after the other through a half that reads the program's tape: `keeping`
/// leaves the tape as it is, `last` may free it.
llvm::Function *emitLanesOfHalf(const DerivativeKey &key, const StripSignature &type,
                                llvm::Function &keeping, llvm::Function &last, const Signature &of);

} // namespace enzyme
#endif
