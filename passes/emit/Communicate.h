//===- Communicate.h - derivatives of what ranks exchange ------------------===//
#ifndef ENZYME_EMIT_COMMUNICATE_H
#define ENZYME_EMIT_COMMUNICATE_H

#include "Context.h"
#include "emit/TapeShape.h"

namespace enzyme {

/// Gives `function` (of the type Signature::of(key) says), a derivative of a call of MPI, a body
/// that calls the library for such. False after a refusal.
bool emitCommunication(Context &context, const DerivativeKey &key, llvm::Function &function,
                       TapeShape &tape);

} // namespace enzyme
#endif
