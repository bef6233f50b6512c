//===- Tangents.cpp - tangents of floating-point arithmetic -----------------===//
//
//   y = a + b   dy = da + db          y = a * b   dy = b da + a db
//   y = a / b   dy = (da - y db) / b  y = a rem b dy = da - n db, n = (a - y) / b
//
// A tangent of exactly zero stays zero, whatever it is multiplied by.
//===----------------------------------------------------------------------===//
#include "oracle/Frame.h"

using namespace llvm;

namespace enzyme::oracle {

Value *timesTangent(IRBuilder<> &builder, Value *partial, Value *tangent) {
  if (isZero(tangent))
    return tangent;
  Constant *zero = Constant::getNullValue(tangent->getType());
  Value *product = builder.CreateFMul(partial, tangent);
  return builder.CreateSelect(builder.CreateFCmpOEQ(tangent, zero), zero, product);
}

namespace {

/// Behind the instruction: the quotient itself is needed.
Value *ofDivision(Frame &frame, Instruction &division) {
  IRBuilder<> builder(division.getNextNode());
  Value *divisor = division.getOperand(1);
  Value *fromDivisor = timesTangent(builder, &division, frame.of(divisor));
  Value *difference = builder.CreateFSub(frame.of(division.getOperand(0)), fromDivisor);
  Constant *zero = Constant::getNullValue(difference->getType());
  Value *quotient = builder.CreateFDiv(difference, divisor);
  return builder.CreateSelect(builder.CreateFCmpOEQ(difference, zero), zero, quotient);
}

Value *ofRemainder(Frame &frame, Instruction &remainder) {
  IRBuilder<> builder(remainder.getNextNode());
  Value *dividend = remainder.getOperand(0), *divisor = remainder.getOperand(1);
  Value *quotient = builder.CreateFDiv(builder.CreateFSub(dividend, &remainder), divisor);
  Value *times = builder.CreateUnaryIntrinsic(Intrinsic::rint, quotient);
  return builder.CreateFSub(frame.of(dividend), timesTangent(builder, times, frame.of(divisor)));
}

Value *tangentOf(Frame &frame, Instruction &instruction) {
  IRBuilder<> builder(&instruction);
  auto operand = [&](unsigned i) { return instruction.getOperand(i); };
  auto tangent = [&](unsigned i) { return frame.of(instruction.getOperand(i)); };
  switch (instruction.getOpcode()) {
  case Instruction::FNeg:
    return builder.CreateFSub(Constant::getNullValue(tangent(0)->getType()), tangent(0));
  case Instruction::FAdd:
    return builder.CreateFAdd(tangent(0), tangent(1));
  case Instruction::FSub:
    return builder.CreateFSub(tangent(0), tangent(1));
  case Instruction::FMul:
    return builder.CreateFAdd(timesTangent(builder, operand(1), tangent(0)),
                              timesTangent(builder, operand(0), tangent(1)));
  case Instruction::FDiv:
    return ofDivision(frame, instruction);
  case Instruction::FRem:
    return ofRemainder(frame, instruction);
  case Instruction::FPExt:
    return builder.CreateFPExt(tangent(0), instruction.getType());
  case Instruction::FPTrunc:
    return builder.CreateFPTrunc(tangent(0), instruction.getType());
  case Instruction::FPToSI: // a step: flat where it has a derivative
  case Instruction::FPToUI:
    return Constant::getNullValue(instruction.getType());
  default:
    return nullptr;
  }
}

} // namespace

bool computeTangent(Frame &frame, Instruction &instruction) {
  if (Value *tangent = tangentOf(frame, instruction)) {
    frame.set(instruction, tangent);
    return true;
  }
  if (!isa<SIToFPInst, UIToFPInst>(instruction))
    return false;
  frame.stopIfActive(instruction, "bits of an active number become a number");
  return true;
}

} // namespace enzyme::oracle
