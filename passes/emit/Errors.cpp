//===- Errors.cpp - rounding errors beside derivatives --------------------===//
#include "emit/Errors.h"
#include "request/Vocabulary.h"
#include "rules/Rounding.h"
#include "shadow/RuntimeCalls.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {

Value *valueAt(IRBuilderBase &builder, const Port &port, Value *whole) {
  if (port.component < 0)
    return whole;
  return whole->getType()->isVectorTy() ? builder.CreateExtractElement(whole, port.component)
                                        : builder.CreateExtractValue(whole, port.component);
}

static Value *absolute(IRBuilderBase &builder, Value *value) {
  return builder.CreateUnaryIntrinsic(Intrinsic::fabs, value);
}

/// The bits of a positive number, counted up by one, are the next number's. The 80-bit
/// format, whose leading bit is explicit, takes |value| · 2^-63 instead.
Value *ulpOf(IRBuilderBase &builder, Value *value) {
  Type *type = value->getType();
  Value *size = absolute(builder, value);
  if (type->getScalarType()->isX86_FP80Ty())
    return builder.CreateFMul(size, ConstantFP::get(type, 0x1p-63));
  Type *bits = IntegerType::get(type->getContext(), type->getScalarSizeInBits());
  if (auto *vector = dyn_cast<VectorType>(type))
    bits = VectorType::get(bits, vector->getElementCount());
  Value *next = builder.CreateAdd(builder.CreateBitCast(size, bits), ConstantInt::get(bits, 1));
  return builder.CreateFSub(builder.CreateBitCast(next, type), size);
}

Value *relativeError(IRBuilderBase &builder, Value *part, Value *x, Value *y) {
  x = builder.CreateFPCast(x, y->getType());
  return absolute(builder, builder.CreateFDiv(builder.CreateFMul(part, x), y));
}

Value *atLeastUlp(IRBuilderBase &builder, Value *sum, Value *y) {
  return builder.CreateMaxNum(ulpOf(builder, y), sum);
}

/// void log(double value, double error, op, callee, module, function, block)
void logError(IRBuilderBase &builder, Instruction &at, Value *error) {
  Module &module = *at.getModule();
  Function *log = module.getFunction(nameOf(Runtime::LogError));
  bool isNumber = at.getType()->isFloatingPointTy() && error->getType()->isFloatingPointTy();
  if (!log || log->arg_size() != 7 || !isNumber)
    return;
  auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  auto text = [&](StringRef content) {
    return builder.CreateGlobalString(content, "", 0, &module);
  };
  Type *number = builder.getDoubleTy();
  builder.CreateCall(log, {builder.CreateFPCast(&at, number), builder.CreateFPCast(error, number),
                           text(at.getOpcodeName()), text(callee ? callee->getName() : ""),
                           text(module.getModuleIdentifier()), text(at.getFunction()->getName()),
                           text(at.getParent()->getName())});
}

static Value *half(IRBuilderBase &builder, Value *value) {
  return builder.CreateFMul(value, ConstantFP::get(value->getType(), 0.5));
}

Value *roundedAway(IRBuilderBase &builder, const ScaleStep &step, const Port &output,
                   function_ref<Value *(Value *)> lookUp) {
  Rounding rounding = roundingOf(*step.at);
  if (rounding == Rounding::None || rounding == Rounding::Neighbour)
    return nullptr;
  IRBuilderBase::FastMathFlagGuard flags(builder);
  builder.clearFastMathFlags();
  Value *ulp = ulpOf(builder, valueAt(builder, output, lookUp(step.at)));
  if (rounding == Rounding::Library)
    return ulp;
  Value *error = half(builder, ulp);
  auto *intrinsic = dyn_cast<IntrinsicInst>(step.at);
  if (!intrinsic || intrinsic->getIntrinsicID() != Intrinsic::fmuladd)
    return error;
  // Where the machine does not fuse, the product is rounded too.
  Value *product =
      builder.CreateFMul(lookUp(step.at->getOperand(0)), lookUp(step.at->getOperand(1)));
  return builder.CreateFAdd(error, half(builder, ulpOf(builder, product)));
}

void addToBound(IRBuilderBase &builder, Value *adjoint, Value *error) {
  IRBuilderBase::FastMathFlagGuard flags(builder);
  builder.clearFastMathFlags();
  Value *term = builder.CreateFMul(absolute(builder, adjoint), error);
  if (term->getType()->isVectorTy())
    term = builder.CreateFAddReduce(ConstantFP::get(term->getType()->getScalarType(), 0), term);
  RuntimeCalls(*builder.GetInsertBlock()->getModule())
      .addToBound(builder, builder.CreateFPCast(term, builder.getDoubleTy()));
}

} // namespace enzyme
