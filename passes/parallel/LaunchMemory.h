//===- LaunchMemory.h - memory of a block whose size the launch says -------------===//
//
// Problem: CUDA's `extern __shared__` arrays, which all begin at one place, have no size from which
// a shadow could be made, and the shared memory that is left may be too small for one.
//
// Here: in the workshop each is a variable of the generic address space (isOfLaunch), whose shadows
// are variables of such a name. When derivatives are made, a shadow becomes what a pointer of the
// block leads to, and the function that the program calls sets that (emit/BlockShadows.h).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_LAUNCHMEMORY_H
#define ENZYME_PARALLEL_LAUNCHMEMORY_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Arrays whose size the launch says become such variables, in a module for a device, before
/// anything is optimised.
void nameLaunchMemory(llvm::Module &module);

/// The variables become the arrays again, their shadows become where their pointers lead.
void lowerLaunchMemory(llvm::Module &module);

} // namespace enzyme
#endif
