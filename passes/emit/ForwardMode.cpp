//===- ForwardMode.cpp - schedule: primal and push interleaved -----------===//
#include "emit/Emit.h"
#include "emit/Push.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace llvm;

namespace enzyme {

static bool holdsPointers(const ShadowedPrimal &primal) {
  const Value *origin = isa<Constant>(primal.returned) ? primal.returned : primal.origin(primal.returned);
  return origin && primal.types->carriesPointer(*origin);
}

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
      // Pointers from the shadow, floats from the tangent.
      Value *derivative = push.tangent(primal.returned);
      if (primal.returnedShadow && holdsPointers(primal)) {
        Value *tangent = derivative;
        derivative = primal.returnedShadow;
        for (const FloatPart &part : floatParts(*primal.returned, primal))
          derivative = insertPart(builder, derivative, part, extractPart(builder, tangent, part));
      }
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
