//===- Fence.h - what hides a number from what its comparison says ---------===//
#ifndef ENZYME_SUPPORT_FENCE_H
#define ENZYME_SUPPORT_FENCE_H

#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Of the calls in prepare/HideCompared.cpp, which give what they are given.
inline constexpr llvm::StringLiteral comparedAttribute = "enzyme.compared";

inline bool isFence(const llvm::Value &value) {
  const auto *call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call && call->hasFnAttr(comparedAttribute);
}

} // namespace enzyme
#endif
