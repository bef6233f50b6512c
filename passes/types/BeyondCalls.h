//===- BeyondCalls.h - integers as callers and callees know them --*- C++ -*-===//
#ifndef ENZYME_TYPES_BEYONDCALLS_H
#define ENZYME_TYPES_BEYONDCALLS_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Value.h"

namespace enzyme {

using ValuesSeen = llvm::SmallSetVector<const llvm::Value *, 8>;

/// Adds what the integer that `use` uses is in a function that is given it there, and where this
/// one returns it.
void addGoals(const llvm::Use &use, ValuesSeen &seen);

} // namespace enzyme
#endif
