//===- LaneCalls.h - a rule that runs once a lane, for all lanes at once -----===//
//
// Problem: with eight directions, a product of matrices calls its forward rule eight times, with a
// dozen arguments each. Where matrices are small, that takes longer than the products.
//
// Here: the calls of X.forward and of X.forward.again for the lanes behind it become one of
// X.forward.lanes.plain (KernelLanes.h), which takes arrays of the lanes' shadows. Once all
// derivatives exist: what differentiates these calls again sees none of it.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LIBRARY_BLAS_LANECALLS_H
#define ENZYME_LIBRARY_BLAS_LANECALLS_H

#include "llvm/IR/Module.h"

namespace enzyme {

void joinLaneCalls(llvm::Module &workshop);

} // namespace enzyme
#endif
