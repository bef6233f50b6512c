//===- NotePlaces.h - which floats a derivative touches, for its check ------===//
//
// With -fenzyme-check a forward derivative tells, before it reads or writes a float and
// its shadow, where both lie. A check then knows the inputs and outputs in memory,
// whatever leads to them.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_NOTEPLACES_H
#define ENZYME_EMIT_NOTEPLACES_H

#include "plan/LinearStep.h"

namespace enzyme {

/// In front of the instruction of `step`; nothing where it does not touch memory.
void notePlaces(const LinearStep &step, const ShadowedPrimal &primal);

} // namespace enzyme
#endif
