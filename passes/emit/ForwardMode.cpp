//===- ForwardMode.cpp - schedule: primal and push interleaved -----------===//
#include "emit/Emit.h"
#include "emit/Push.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace llvm;

namespace enzyme {

static void returnTangent(ShadowedPrimal &primal, const Push &push) {
  Instruction *old = primal.exit->getTerminator();
  IRBuilder<> builder(old);
  const Signature &signature = primal.signature;
  if (primal.function->getReturnType()->isVoidTy()) {
    builder.CreateRetVoid();
  } else {
    Value *result = PoisonValue::get(primal.function->getReturnType());
    if (signature.primalResult)
      result = builder.CreateInsertValue(result, primal.returned, *signature.primalResult);
    if (signature.shadowResult) {
      Value *derivative = primal.key.returned == ReturnActivity::Dup && primal.returnedShadow &&
                                  primal.types->carriesPointer(*primal.origin(primal.returned))
                              ? primal.returnedShadow
                              : push.tangent(primal.returned);
      result = builder.CreateInsertValue(result, derivative, *signature.shadowResult);
    }
    builder.CreateRet(result);
  }
  old->eraseFromParent();
}

bool emitForward(Context &context, ShadowedPrimal &primal, const StepList &steps) {
  Push push(context, primal);
  for (unsigned i = 0; i != primal.prepared->arg_size(); ++i)
    if (auto shadow = primal.signature.shadowParameter[i])
      push.setTangent(primal.function->getArg(primal.signature.primalParameter[i]),
                      primal.function->getArg(*shadow));
  ReversePostOrderTraversal<Function *> order(primal.function);
  for (BasicBlock *block : order)
    for (const LinearStep &step : steps.find(block)->second)
      std::visit(push, step);
  push.completePhis();
  if (primal.exit)
    returnTangent(primal, push);
  return true;
}

} // namespace enzyme
