//===- Coroutines.h - generators as ordinary functions ----------------------===//
//
// Problem: a coroutine suspends in the middle. Its code is that of LLVM's intrinsics, of which
// nothing says what runs when.
//
// Here: LLVM's own passes make of it what it becomes in the end anyway: a function that makes
// a frame on the heap, with the addresses of two others in it that go on from there and that end
// it. Those are functions like any other, called through pointers.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_COROUTINES_H
#define ENZYME_PREPARE_COROUTINES_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Leaves no coroutine and no intrinsic of one in the workshop.
void lowerCoroutines(llvm::Module &workshop);

} // namespace enzyme
#endif
