//===- MatchBodies.h - does one name mean one function? --------------------===//
//
// Problem: clang numbers closures and unnamed types without linkage in the order
// in which it first needs their names ("main::$_0"). Two code generations of the
// same AST may need them in different orders; then one name means two functions.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_MATCHBODIES_H
#define ENZYME_FRONTEND_MATCHBODIES_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// What clang/NumberClosures.cpp says of such functions, followed by a number that
/// both modules have in common.
inline constexpr llvm::StringLiteral closureMark = "enzyme.closure.";

/// Gives what is numbered by emission in `pristine` the names it has in `module`.
/// False if that cannot be done: then the pristine module must not be used.
bool alignNames(llvm::Module &pristine, const llvm::Module &module);

/// Drops the marks, which are nobody else's business.
void dropClosureMarks(llvm::Module &module);

} // namespace enzyme
#endif
