//===- IntegerGlobals.h - what variables of integers receive --------------===//
//
// Problem: a variable may be declared `uint64_t slot[4]` and be given the bytes of
// doubles, or `intptr_t handle` and hold an address.
//
// Here: does everything that a module puts into the variable come from arithmetic?
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ACTIVITY_INTEGERGLOBALS_H
#define ENZYME_ACTIVITY_INTEGERGLOBALS_H

#include "llvm/IR/GlobalVariable.h"

namespace enzyme {

/// Do only numbers that were computed as such get into the variable? Another file may put
/// others there: this module then shows it by reading them as such.
bool receivesOnlyNumbers(const llvm::GlobalVariable &global);

} // namespace enzyme
#endif
