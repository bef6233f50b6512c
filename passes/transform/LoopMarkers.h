//===- LoopMarkers.h - words about the loop they stand in ---------------------===//
//
//   for (…) { __enzyme_checkpoint(n); … }         the loop keeps n snapshots of its state
//   #pragma enzyme checkpoint(n)                  the same, from in front of the loop; the
//   for (…) …                                     front end makes it an annotation of n
//
// Here: in the front end's code, where loops still are as they were written, either
// becomes a mark in the loop's body (checkpoint/Marks.h).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TRANSFORM_LOOPMARKERS_H
#define ENZYME_TRANSFORM_LOOPMARKERS_H

#include "report/Diagnostics.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Marks the loop around `word`. The word itself stays.
void readCheckpoint(llvm::CallBase &word, Diagnostics &diagnostics);

/// The loops behind pragmas. Their annotations are the numbers alone afterwards.
void readCheckpointPragmas(llvm::Module &module, Diagnostics &diagnostics);

} // namespace enzyme
#endif
