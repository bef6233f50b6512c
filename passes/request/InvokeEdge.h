//===- InvokeEdge.h - code behind an invoke ----------------------===//
#ifndef ENZYME_REQUEST_INVOKEEDGE_H
#define ENZYME_REQUEST_INVOKEEDGE_H

#include "llvm/IR/Instructions.h"

namespace enzyme {

/// Puts a block of its own between the invoke and its normal destination and
/// returns it: only the invoke leads there, and it only leads on.
inline llvm::BasicBlock *ownDestination(llvm::InvokeInst &invoke) {
  llvm::BasicBlock *destination = invoke.getNormalDest();
  auto *own = llvm::BasicBlock::Create(invoke.getContext(), "", invoke.getFunction(), destination);
  auto *branch = llvm::BranchInst::Create(destination, own);
  branch->setDebugLoc(invoke.getDebugLoc());
  destination->replacePhiUsesWith(invoke.getParent(), own);
  invoke.setNormalDest(own);
  return own;
}

/// Erases a call whose result, if it has one, is not used any more; an invoke goes on where it
/// would have returned.
inline void eraseCall(llvm::CallBase &call) {
  if (auto *invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
    auto *branch = llvm::BranchInst::Create(invoke->getNormalDest(), invoke->getIterator());
    branch->setDebugLoc(invoke->getDebugLoc());
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
  }
  call.eraseFromParent();
}

} // namespace enzyme
#endif
