//===- PromoteResults.cpp - variables that carry one value to its use -----------===//
#include "transform/PromoteResults.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace enzyme {

void promoteResult(CallBase &call) {
  SmallVector<AllocaInst *, 2> carriers;
  for (User *user : call.users())
    if (auto *store = dyn_cast<StoreInst>(user))
      if (auto *variable = dyn_cast<AllocaInst>(store->getPointerOperand()))
        if (isAllocaPromotable(variable) && !is_contained(carriers, variable))
          carriers.push_back(variable);
  if (carriers.empty())
    return;
  DominatorTree dominators(*call.getFunction());
  PromoteMemToReg(carriers, dominators);
}

} // namespace enzyme
