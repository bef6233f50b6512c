//===- Coroutines.h - generators as ordinary functions ----------------------===//
//
// Problem: a coroutine suspends in the middle. Its code consists of LLVM's intrinsics, and nothing
// says what runs when.
//
// Here: LLVM's own passes turn it into what it becomes in the end anyway: a function that makes
// a frame on the heap, which holds the addresses of two others, one that resumes and one that
// ends it. Those are functions like any other, called through pointers.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_COROUTINES_H
#define ENZYME_PREPARE_COROUTINES_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Leaves no coroutine and no intrinsic of one in the workshop.
void lowerCoroutines(llvm::Module &workshop);

} // namespace enzyme
#endif
