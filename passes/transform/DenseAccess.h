//===- DenseAccess.h - memory that two functions stand in for -------------===//
//
// A pretended shadow has no bytes: what is read at an offset from its start is what
// a load function says, what is written there is told to a store function.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TRANSFORM_DENSEACCESS_H
#define ENZYME_TRANSFORM_DENSEACCESS_H

#include "report/Diagnostics.h"
#include "llvm/IR/Function.h"

namespace enzyme {

/// One pretended shadow inside a function.
struct Pretended {
  llvm::CallInst *start = nullptr; ///< stands for its first byte; erased in the end
  llvm::Function *load = nullptr, *store = nullptr;
  llvm::SmallVector<llvm::Value *, 4> extra; ///< further arguments of both
};

/// Replaces every access through the shadows, and inlines what they are passed to.
/// What cannot be an access is refused at `where`; false then.
bool replaceAccesses(llvm::Function &function, llvm::ArrayRef<Pretended> shadows,
                     const Position &where, Diagnostics &diagnostics);

} // namespace enzyme
#endif
