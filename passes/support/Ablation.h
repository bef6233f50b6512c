//===- Ablation.h - optimisations that are left out, to see what they bring ----===//
//
// `-mllvm -enzyme-without=NAME,…` leaves out those that ask here; derivatives are the same ones,
// only dearer. test/performance/gpu.py makes a table of them.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_ABLATION_H
#define ENZYME_SUPPORT_ABLATION_H

#include "llvm/ADT/StringRef.h"

namespace enzyme::ablation {

/// What the command line leaves out, for the whole process as in Mutation.h; empty: nothing.
void choose(llvm::StringRef names);

bool leavesOut(llvm::StringRef name);

} // namespace enzyme::ablation
#endif
