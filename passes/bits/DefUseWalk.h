//===- DefUseWalk.h - from an integer to what is made of it, or what it is made of -*- C++ -*-===//
#ifndef ENZYME_BITS_DEFUSEWALK_H
#define ENZYME_BITS_DEFUSEWALK_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"

namespace enzyme {

using WalkList = llvm::SmallVectorImpl<const llvm::Value *>;

/// Does a walk from `value` along what `addNext` adds come to a value that `isFound`? It gives up
/// after some.
bool leadsTo(const llvm::Value &value, llvm::function_ref<bool(const llvm::Value &)> isFound,
             llvm::function_ref<void(const llvm::Value &, WalkList &)> addNext);

} // namespace enzyme
#endif
