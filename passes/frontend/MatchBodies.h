//===- MatchBodies.h - does one name mean one function? --------------------===//
//
// Problem: clang names some entities in the order in which it emits them
// (`$_0`, `$_1` for closures outside inline functions). The second code
// generation may emit in another order, and then one name means two closures in
// the two modules.
//
// Here: functions with such names are compared by what they compute.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_MATCHBODIES_H
#define ENZYME_FRONTEND_MATCHBODIES_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// False if some function whose name is a number given by the emission order
/// computes something else in the two modules. Then no name of that kind can be
/// trusted, and `pristine` must not be used.
bool hasMatchingNames(const llvm::Module &pristine, const llvm::Module &module);

} // namespace enzyme
#endif
