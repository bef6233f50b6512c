//===- MatchBodies.h - is this still the same function? -------------------===//
//
// Problem: clang names some entities in the order in which it emits them
// (`$_0`, `$_1` for closures outside inline functions). The second code
// generation may emit in another order, and then one name means two closures.
//
// Here: functions with such names are compared by what they compute; where the
// two differ, the workshop takes the body of the user's module.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_MATCHBODIES_H
#define ENZYME_FRONTEND_MATCHBODIES_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Functions of `pristine` whose name is a number given by the emission order
/// and whose body is not that of `module` get the body of `module`.
void replaceMismatched(llvm::Module &pristine, llvm::Module &module);

} // namespace enzyme
#endif
