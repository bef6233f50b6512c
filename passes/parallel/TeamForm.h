//===- TeamForm.h - calls of OpenMP in a team (room-private) ----------------===//
//
// What a region and the code around it say to OpenMP's runtime, as derivatives are made of it: what
// waits for other threads becomes calls of functions that have reverses (rules/openmp/TeamCalls.h),
// other calls stay, and are said to touch only what they are given.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_TEAMFORM_H
#define ENZYME_PARALLEL_TEAMFORM_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

/// `barrier`: what waits at a barrier.
void bringIntoForm(llvm::Function &function, llvm::StringRef barrier);

/// A call of that function, which waits, in front of `at`.
void waitFor(llvm::Instruction &at, llvm::StringRef forWhat);

/// Of a region in SSA form: leaves out barriers behind which a thread has nothing to do with memory
/// any more. Threads meet where the region ends.
bool dropLastBarriers(llvm::Function &region);

} // namespace enzyme
#endif
