//===- NoteLines.h - the tangent of each line, to find the first wrong one --===//
//
// With -fenzyme-check a forward derivative tells, behind each float of the primal, its
// line, the number and its tangent, zero for what is not active. Where a derivative differs
// from the exact oracle's tangents the runtime finds the first line at which it does.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_NOTELINES_H
#define ENZYME_EMIT_NOTELINES_H

#include "emit/Push.h"

namespace enzyme {

/// Once the tangents are there; of one lane.
void noteLines(const ShadowedPrimal &primal, const Push &push);

} // namespace enzyme
#endif
