//===- Bits.cpp - integers that hold bits of floats -------------------------===//
//
// Where no operand has a shadow, and that is nearly always, the result has none. Else the
// runtime decides by the values (runtime/oracle/bits.c): shifts, masks and unions of disjoint
// bits move tangent bits; signs, magnitudes and exponents have their rule; the rest stops.
//===----------------------------------------------------------------------===//
#include "oracle/Frame.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme::oracle {
namespace {

/// One lane of at most 64 bits.
Value *askRuntime(Frame &frame, IRBuilder<> &builder, BinaryOperator &operation,
                  ArrayRef<Value *> four) {
  SmallVector<Value *> arguments = {builder.getInt32(operation.getOpcode()),
                                    builder.getInt32(four[0]->getType()->getIntegerBitWidth())};
  for (Value *value : four)
    arguments.push_back(builder.CreateZExt(value, frame.runtime.word));
  arguments.push_back(frame.lineOf(operation));
  return builder.CreateTrunc(builder.CreateCall(frame.runtime.bits, arguments), four[0]->getType());
}

/// Wide integers move bits; what else is done to them stops.
Value *ofWide(Frame &frame, IRBuilder<> &builder, BinaryOperator &operation) {
  Value *a = operation.getOperand(0), *b = operation.getOperand(1);
  Value *shadowA = frame.of(a), *shadowB = frame.of(b);
  switch (operation.getOpcode()) {
  case Instruction::And:
    return builder.CreateOr(builder.CreateAnd(shadowA, b), builder.CreateAnd(shadowB, a));
  case Instruction::Or:
  case Instruction::Xor:
    return builder.CreateOr(shadowA, shadowB);
  case Instruction::Shl:
    return builder.CreateShl(shadowA, b);
  case Instruction::LShr:
    return builder.CreateLShr(shadowA, b);
  default:
    builder.CreateCall(
        frame.runtime.stop,
        {frame.runtime.text("arithmetic on bits of an active number"), frame.lineOf(operation)});
    return Constant::getNullValue(operation.getType());
  }
}

Value *ofActive(Frame &frame, IRBuilder<> &builder, BinaryOperator &operation) {
  Value *a = operation.getOperand(0), *b = operation.getOperand(1);
  SmallVector<Value *> four = {a, b, frame.of(a), frame.of(b)};
  if (operation.getType()->getScalarSizeInBits() > 64)
    return ofWide(frame, builder, operation);
  auto *vector = dyn_cast<FixedVectorType>(operation.getType());
  if (!vector)
    return askRuntime(frame, builder, operation, four);
  Value *result = Constant::getNullValue(vector);
  for (unsigned lane = 0; lane != vector->getNumElements(); ++lane) {
    SmallVector<Value *> parts;
    for (Value *value : four)
      parts.push_back(builder.CreateExtractElement(value, lane));
    result =
        builder.CreateInsertElement(result, askRuntime(frame, builder, operation, parts), lane);
  }
  return result;
}

} // namespace

bool followBits(Frame &frame, Instruction &instruction) {
  auto *operation = dyn_cast<BinaryOperator>(&instruction);
  if (!operation || !operation->getType()->isIntOrIntVectorTy())
    return false;
  Value *a = frame.of(operation->getOperand(0)), *b = frame.of(operation->getOperand(1));
  if (isZero(a) && isZero(b))
    return true;
  IRBuilder<> builder(operation);
  Value *isActive = frame.isActive(builder, builder.CreateOr(a, b));
  BasicBlock *before = operation->getParent();
  Instruction *then = SplitBlockAndInsertIfThen(isActive, operation->getIterator(), false);
  IRBuilder<> inside(then);
  Value *moved = ofActive(frame, inside, *operation);
  IRBuilder<> behind(&operation->getParent()->front());
  PHINode *shadow = behind.CreatePHI(operation->getType(), 2);
  shadow->addIncoming(moved, then->getParent());
  shadow->addIncoming(Constant::getNullValue(operation->getType()), before);
  frame.set(*operation, shadow);
  return true;
}

} // namespace enzyme::oracle
