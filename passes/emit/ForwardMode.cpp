//===- ForwardMode.cpp - schedule: primal and push interleaved -----------===//
#include "emit/AliasScopes.h"
#include "emit/Emit.h"
#include "emit/NoteLines.h"
#include "emit/NotePlaces.h"
#include "emit/Push.h"
#include "emit/UnwantedStores.h"
#include "support/Mutation.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace llvm;

namespace enzyme {

static bool holdsPointers(const ShadowedPrimal &primal) {
  const Value *origin =
      isa<Constant>(primal.returned) ? primal.returned : primal.origin(primal.returned);
  return origin && primal.types->carriesPointer(*origin);
}

/// The derivative of the returned value in one lane: pointers from the shadow,
/// floats from the tangent.
static Value *returnedLane(IRBuilderBase &builder, const ShadowedPrimal &primal, Value *tangent,
                           unsigned lane) {
  if (primal.returnedShadows.empty() || !holdsPointers(primal))
    return tangent;
  return mixShadow(builder, *primal.returned, primal.returnedShadows[lane], tangent, primal);
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
      Lanes lanes(primal.width());
      Value *tangent = push.tangent(primal.returned);
      Value *derivative = lanes.build(builder, primal.returned->getType(), [&](unsigned lane) {
        return returnedLane(builder, primal, lanes.get(builder, tangent, lane), lane);
      });
      result = builder.CreateInsertValue(result, lanes.pack(builder, derivative),
                                         *signature.shadowResult);
    }
    builder.CreateRet(result);
  }
  old->eraseFromParent();
}

bool emitForward(Context &context, ShadowedPrimal &primal, const StepList &steps) {
  if (primal.key.mode == Mode::Forward)
    notePrimalAccesses(primal);
  Push push(context, primal);
  Lanes lanes(primal.width());
  IRBuilder<> entry(&*primal.function->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (unsigned i = 0; i != primal.prepared->arg_size(); ++i) {
    auto shadow = primal.signature.shadowParameter[i];
    Argument *parameter = primal.function->getArg(primal.signature.primalParameter[i]);
    if (shadow && !parameter->getType()->isPointerTy())
      push.setTangent(parameter, lanes.build(entry, parameter->getType(), [&](unsigned lane) {
        return primal.function->getArg(*shadow + lane);
      }));
  }
  ReversePostOrderTraversal<Function *> order(primal.function);
  bool isNoted = context.options.check && primal.key.mode == Mode::Forward && primal.width() == 1 &&
                 primal.key.order == 0;
  for (BasicBlock *block : order)
    for (const LinearStep &step : steps.find(block)->second) {
      if (isNoted)
        notePlaces(step, primal);
      if (!mutation::breaks("push", *instructionOf(step)))
        std::visit(push, step);
    }
  push.completePhis();
  if (isNoted)
    noteLines(primal, push);
  if (primal.exit)
    returnTangent(primal, push);
  if (primal.key.mode == Mode::Forward) { // from a tape, all of the primal goes (SplitForward.cpp)
    dropUnwantedStores(primal);
    nameScopes(*primal.function);
  }
  return true;
}

} // namespace enzyme
