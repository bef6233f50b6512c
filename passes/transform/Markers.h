//===- Markers.h - words used inside differentiated code --------------------===//
//
// Problem: some words are not requests; they stand in ordinary code and mean one
// thing when it runs and another when it is differentiated:
//
//   __enzyme_iter(n, inc)             n; n + inc in each differentiated copy
//   __enzyme_call_inactive(f, x…)     f(x…), and no derivative flows through it
//   __enzyme_double(p, bytes), …      nothing; says what lies behind p
//   __enzyme_checkpoint(n)            nothing; says what the loop keeps (LoopMarkers.h)
//
// Here: in the workshop they become what the analyses understand, before anything
// is optimised; in the end, in both modules, they become what runs.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TRANSFORM_MARKERS_H
#define ENZYME_TRANSFORM_MARKERS_H

#include "report/Diagnostics.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Makes the words of the workshop readable: inactive calls, opaque counts, types
/// as metadata. What a call cannot mean is refused.
void readWords(llvm::Module &workshop, Diagnostics &diagnostics);

/// `function` is a copy that will be differentiated: its counts grow by one step.
void growCounts(llvm::Function &function);

/// What is left of the words becomes what runs. In the user's module this is the
/// first and last step, after readWords has accepted the same calls.
void lowerWords(llvm::Module &module, Diagnostics &diagnostics);

} // namespace enzyme
#endif
