//===- LeavingMemory.h - numbers that leave memory and come back ---*- C++ -*-===//
#ifndef ENZYME_PIPELINE_LEAVINGMEMORY_H
#define ENZYME_PIPELINE_LEAVINGMEMORY_H

#include "llvm/IR/Function.h"

namespace enzyme {

class Diagnostics;
struct Position;

/// Warns where code that `primal` reaches writes numbers to files, sockets or into text, and reads
/// numbers from there, too: once for each direction. Where a library's header reads, the request
/// for `primal` says whose numbers.
void warnOfLeavingMemory(llvm::Function &primal, const Position &requested,
                         Diagnostics &diagnostics);

} // namespace enzyme
#endif
