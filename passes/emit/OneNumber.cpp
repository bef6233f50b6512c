//===- OneNumber.cpp --------------------------------------------------------===//
#include "emit/OneNumber.h"
#include "emit/Floats.h"
#include "emit/Lanes.h"
#include "report/Remarks.h"

using namespace llvm;

namespace enzyme {

DerivativeKey tangentOfOneNumber(const DerivativeKey &key) {
  DerivativeKey forward = key;
  forward.mode = Mode::Forward;
  forward.width = 1;
  forward.arguments[*onlyActiveNumber(key)] = Activity::Dup;
  forward.keepsAll = false;
  return forward;
}

namespace {

/// x̅ = y̅ · f'(x)
void emitCall(const ShadowedPrimal &primal, Function &forward) {
  const DerivativeKey &key = primal.key;
  assert(onlyActiveNumber(key) && "what has several active parameters has no one tangent");
  unsigned active = *onlyActiveNumber(key);
  Signature own = primal.signature, tangent = Signature::of(tangentOfOneNumber(key));
  Function &gradient = *primal.function;
  gradient.deleteBody();
  gradient.setLinkage(GlobalValue::InternalLinkage);
  IRBuilder<> builder(BasicBlock::Create(gradient.getContext(), "entry", &gradient));
  SmallVector<Value *, 4> arguments(tangent.type->getNumParams());
  for (unsigned i = 0; i != key.arguments.size(); ++i)
    arguments[tangent.primalParameter[i]] = gradient.getArg(own.primalParameter[i]);
  assert(tangent.shadowResult && own.seedParameter && "a number comes out, and is seeded");
  Type *number = key.primal->getReturnType();
  arguments[*tangent.shadowParameter[active]] = ConstantFP::get(number, 1);
  CallInst *call = builder.CreateCall(&forward, arguments);
  Lanes lanes(key.width);
  Value *slope = builder.CreateExtractValue(call, *tangent.shadowResult);
  Value *adjoint =
      scaleLanes(builder, lanes, lanes.unpack(builder, gradient.getArg(*own.seedParameter)), slope,
                 ZeroFactor::Slot);
  Value *result = PoisonValue::get(gradient.getReturnType());
  if (own.primalResult)
    result = builder.CreateInsertValue(
        result, builder.CreateExtractValue(call, *tangent.primalResult), *own.primalResult);
  builder.CreateRet(builder.CreateInsertValue(
      result, lanes.pack(builder, withoutMinusZero(builder, adjoint)), *own.adjointResult[active]));
}

} // namespace

void emitByTangent(Context &context, const ShadowedPrimal &primal, Function &forward) {
  if (context.remarks)
    context.remarks->add({RemarkKind::Passed,
                          "ByTangent",
                          primal.key.primal,
                          {},
                          "its derivative by its only number runs forward: nothing is kept"});
  emitCall(primal, forward);
}

} // namespace enzyme
