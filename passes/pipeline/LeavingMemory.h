//===- LeavingMemory.h - numbers that leave memory and come back ---*- C++ -*-===//
#ifndef ENZYME_PIPELINE_LEAVINGMEMORY_H
#define ENZYME_PIPELINE_LEAVINGMEMORY_H

#include "llvm/IR/Function.h"

namespace enzyme {

class Diagnostics;

/// Warns where code that `primal` reaches writes numbers to files, sockets or into text, and reads
/// numbers from there, too: once for each direction.
void warnOfLeavingMemory(llvm::Function &primal, Diagnostics &diagnostics);

} // namespace enzyme
#endif
