//===- FirstNaN.cpp -----------------------------------------------------------===//
//
// Problem: a gradient is NaN, and the primal is not. Somewhere an adjoint met a partial
// that is infinite, and from there it spread over everything.
//
// Here: with -fenzyme-trap-nan each product of a partial and a derivative is looked at.
// The first one that is not finite though what came in was stops the program, and
// names the line of the primal. Sums and moves make no NaN from numbers but where
// infinities meet, which were seen before.
//===----------------------------------------------------------------------===//
#include "emit/FirstNaN.h"
#include "shadow/RuntimeCalls.h"
#include "llvm/ADT/FloatingPointMode.h"

using namespace llvm;

namespace enzyme {
namespace {

/// As a person wrote it: 'log', also where the compiler calls it llvm.log.f64.
std::string nameOf(const Instruction &at) {
  const auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee)
    return at.getOpcodeName();
  StringRef name =
      callee->isIntrinsic() ? Intrinsic::getBaseName(callee->getIntrinsicID()) : callee->getName();
  name.consume_front("llvm.");
  return name.str();
}

/// As a double that is finite exactly where `value` is.
Value *asDouble(IRBuilderBase &builder, Value *value) {
  Type *wanted = builder.getDoubleTy();
  if (value->getType()->getPrimitiveSizeInBits() <= wanted->getPrimitiveSizeInBits())
    return builder.CreateFPCast(value, wanted);
  Value *isBad = builder.createIsFPClass(value, fcNan | fcInf);
  Value *number = builder.CreateFPCast(value, wanted);
  return builder.CreateSelect(isBad, number, ConstantFP::getZero(wanted));
}

void watchNumber(IRBuilderBase &builder, const Instruction &at, Value *derivative,
                 Value *incoming) {
  Module &module = *builder.GetInsertBlock()->getModule();
  RuntimeCalls(module).watch(builder, asDouble(builder, derivative), asDouble(builder, incoming),
                             nameOf(at), Position::of(at));
}

} // namespace

void watch(IRBuilderBase &builder, const ShadowedPrimal &primal, const ScaleStep &step,
           Value *derivative, Value *incoming) {
  const Lanes lanes(primal.width());
  const auto *written = dyn_cast_or_null<Instruction>(primal.origin(step.at));
  const Instruction &at = written ? *written : *step.at; // copies have no lines
  IRBuilderBase::FastMathFlagGuard flags(builder);
  builder.clearFastMathFlags();
  for (unsigned lane = 0; lane != lanes.count(); ++lane) {
    Value *now = lanes.get(builder, derivative, lane), *before = lanes.get(builder, incoming, lane);
    auto *vector = dyn_cast<FixedVectorType>(now->getType());
    if (!vector && now->getType()->isFloatingPointTy()) {
      watchNumber(builder, at, now, before);
      continue;
    }
    bool isAlike =
        vector && before->getType()->isVectorTy() &&
        cast<FixedVectorType>(before->getType())->getNumElements() == vector->getNumElements();
    for (unsigned i = 0; isAlike && i != vector->getNumElements(); ++i)
      watchNumber(builder, at, builder.CreateExtractElement(now, i),
                  builder.CreateExtractElement(before, i));
  }
}

} // namespace enzyme
