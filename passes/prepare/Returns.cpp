//===- Returns.cpp - one way out -------------------------------------------===//
#include "prepare/Returns.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {

void unifyReturns(Function &function) {
  SmallVector<ReturnInst *> returns;
  for (BasicBlock &block : function)
    if (auto *instruction = dyn_cast<ReturnInst>(block.getTerminator()))
      returns.push_back(instruction);
  if (returns.size() < 2)
    return;
  BasicBlock *exit = BasicBlock::Create(function.getContext(), "return", &function);
  IRBuilder<> builder(exit);
  builder.SetCurrentDebugLocation(returns.back()->getDebugLoc());
  PHINode *result = nullptr;
  if (!function.getReturnType()->isVoidTy())
    result = builder.CreatePHI(function.getReturnType(), unsigned(returns.size()), "returned");
  for (ReturnInst *instruction : returns) {
    if (result)
      result->addIncoming(instruction->getReturnValue(), instruction->getParent());
    IRBuilder<>(instruction).CreateBr(exit);
    instruction->eraseFromParent();
  }
  result ? builder.CreateRet(result) : builder.CreateRetVoid();
}

} // namespace enzyme
