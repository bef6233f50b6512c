//===- MatchBodies.h - does one name mean one function? --------------------===//
//
// Problem: clang numbers closures and unnamed types without linkage in the order
// in which it first needs their names ("main::$_0"). Two code generations of the
// same AST may need them in different orders; then one name means two functions.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_MATCHBODIES_H
#define ENZYME_FRONTEND_MATCHBODIES_H

#include "frontend/PassEntry.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include <map>
#include <string>

namespace enzyme {

/// What clang/NumberClosures.cpp says of such functions, followed by a number that
/// both modules have in common.
inline constexpr llvm::StringLiteral closureMark = "enzyme.closure.";

/// For marked functions that differ only in the numbers in their names: the number at each
/// place in their names, with the function it counts in (ClosureNumbers.h); empty where they
/// differ.
using ClosureFamilies = std::map<std::string, llvm::SmallVector<std::string, 2>>;

EXPORTED ClosureFamilies closureFamilies(const llvm::Module &module);

/// Do the marks show that `module` has the names of the pristine module with those
/// families? Then nothing needs to be aligned, and the pristine module need not be read.
bool hasNamesOf(const ClosureFamilies &pristine, const llvm::Module &module);

/// Gives what is numbered by emission in `pristine` the names it has in `module`.
/// False if that cannot be done: then the pristine module must not be used.
bool alignNames(llvm::Module &pristine, const llvm::Module &module);

/// Drops the marks, which have no other use.
void dropClosureMarks(llvm::Module &module);

} // namespace enzyme
#endif
