//===- BeyondCalls.cpp ------------------------------------------------------===//
#include "types/BeyondCalls.h"
#include "support/Origins.h"
#include "types/Evidence.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {

void addGoals(const Use &use, ValuesSeen &seen) {
  if (const auto *call = dyn_cast<CallBase>(use.getUser()); call && call->isArgOperand(&use)) {
    const Function *callee = call->getCalledFunction();
    unsigned index = call->getArgOperandNo(&use);
    if (callee && !callee->isDeclaration() && index < callee->arg_size())
      seen.insert(callee->getArg(index));
    return;
  }
  const auto *end = dyn_cast<ReturnInst>(use.getUser());
  const Function *function = end ? originalOf(*end->getFunction()) : nullptr;
  if (function)
    for (const User *caller : function->users())
      if (isa<CallBase>(caller) && caller->getType()->isIntOrIntVectorTy())
        seen.insert(caller);
}

} // namespace enzyme
