//===- CustomRule.h - derivatives the program registered -----------------===//
#ifndef ENZYME_EMIT_CUSTOMRULE_H
#define ENZYME_EMIT_CUSTOMRULE_H

#include "Context.h"
#include "emit/TapeShape.h"

namespace enzyme {

/// Did the program register a rule that serves this key, or does a call of MPI have one?
bool hasCustomRule(const Context &context, const DerivativeKey &key);

/// Gives `function` (of the type Signature::of(key) says) a body that calls the
/// registered functions. Parameters the caller holds const get a scratch shadow,
/// so that a rule never writes into const memory. False after a refusal.
bool emitCustomRule(Context &context, const DerivativeKey &key, llvm::Function &function,
                    TapeShape &tape);

} // namespace enzyme
#endif
