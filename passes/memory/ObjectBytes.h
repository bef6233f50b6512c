//===- ObjectBytes.h - how large an object is, as a value of the program -----===//
//
// Problem: a copy of a whole object is worth it only if what is read of it is about as much.
// `malloc(n * 8)` says its size, and n may say how often loops run that work on it.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_MEMORY_OBJECTBYTES_H
#define ENZYME_MEMORY_OBJECTBYTES_H

#include "support/Analyses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>

namespace enzyme {

using Unknowns = llvm::SmallPtrSet<const llvm::Value *, 4>;

/// The values of which an expression is made.
Unknowns unknownsOf(const llvm::SCEV *expression);
/// Those of the numbers of iterations of `loop`; none if it has no such number.
Unknowns lengthsOf(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);
/// The constant in a product of it and `factors`, each a number that is known before: of n * m * 8
/// the 8. Nothing for any other number; above `most` it may be any.
std::optional<uint64_t> constantFactor(const llvm::SCEV *product, Unknowns &factors, uint64_t most);
/// The size that the call asks for, if it allocates memory and does so by one number; or null.
llvm::Value *bytesAllocated(const llvm::Value &object);

} // namespace enzyme
#endif
