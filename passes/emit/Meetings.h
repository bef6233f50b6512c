//===- Meetings.h - derivatives of what threads of a device do together ------===//
#ifndef ENZYME_EMIT_MEETINGS_H
#define ENZYME_EMIT_MEETINGS_H

#include "abi/DerivativeKey.h"

namespace enzyme {

/// The derivative `key` of a wait or a shuffle (rules/gpu/Meetings.h), as the body of `function`.
/// Nothing of it is on a tape.
void emitMeeting(const DerivativeKey &key, llvm::Function &function);

} // namespace enzyme
#endif
