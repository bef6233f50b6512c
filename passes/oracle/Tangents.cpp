//===- Tangents.cpp - tangents of floating-point arithmetic -----------------===//
//
//   y = a + b   dy = da + db          y = a * b   dy = b da + a db
//   y = a / b   dy = (da - y db) / b  y = a rem b dy = da - n db, n = (a - y) / b
//
// A tangent of exactly zero stays zero, whatever it is multiplied by. What is left of a number when
// a power of two so large was added and is taken away again is rounded: a step.
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

/// Bits of a float's significand behind the point; 0: another format.
unsigned fractionBits(Type &type) { return type.isDoubleTy() ? 52 : type.isFloatTy() ? 23 : 0; }

/// Is it 2^k or 1.5 * 2^k, so large that what it is added to is rounded to whole numbers?
Value *isRounder(IRBuilder<> &builder, Value *number, unsigned fraction) {
  Type *type = number->getType();
  Type *bits = type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits()));
  Value *word = builder.CreateBitCast(number, bits);
  uint64_t below = (uint64_t(1) << (fraction - 1)) - 1;
  Value *isRound = builder.CreateICmpEQ(builder.CreateAnd(word, ConstantInt::get(bits, below)),
                                        Constant::getNullValue(bits));
  Value *size = builder.CreateUnaryIntrinsic(Intrinsic::fabs, number);
  double least = double(uint64_t(1) << fraction);
  Value *isLarge = builder.CreateFCmpOGE(size, ConstantFP::get(type, least));
  Value *isUsual = builder.CreateFCmpOLE(size, ConstantFP::get(type, 1024 * least));
  return builder.CreateAnd(isRound, builder.CreateAnd(isLarge, isUsual));
}

/// a and b cancel, and one of them rounded the other before.
Value *ofSum(IRBuilder<> &builder, Instruction &sum, Value *tangent) {
  unsigned fraction = fractionBits(*sum.getType()->getScalarType());
  if (!fraction || isZero(tangent))
    return tangent;
  auto isSmall = [](Value *value) {
    auto *constant = dyn_cast<ConstantFP>(value);
    return constant && constant->getValueAPF().isFiniteNonZero() &&
           ilogb(constant->getValueAPF()) < 22;
  };
  Value *isRounded = nullptr;
  for (unsigned i = 0; i != 2; ++i) {
    Value *rounder = sum.getOperand(i), *other = sum.getOperand(1 - i);
    if (isSmall(rounder) || isSmall(other))
      return tangent;
    Value *half = builder.CreateFMul(builder.CreateUnaryIntrinsic(Intrinsic::fabs, rounder),
                                     ConstantFP::get(rounder->getType(), 0.5));
    Value *isNear =
        builder.CreateFCmpOGE(builder.CreateUnaryIntrinsic(Intrinsic::fabs, other), half);
    Value *isIt = builder.CreateAnd(isRounder(builder, rounder, fraction), isNear);
    isRounded = isRounded ? builder.CreateOr(isRounded, isIt) : isIt;
  }
  IRBuilder<> behind(sum.getNextNode());
  Value *size = behind.CreateUnaryIntrinsic(Intrinsic::fabs, &sum);
  Value *other = behind.CreateUnaryIntrinsic(Intrinsic::fabs, sum.getOperand(0));
  isRounded = behind.CreateAnd(isRounded, behind.CreateFCmpOLE(size, other)); // they cancel
  return behind.CreateSelect(isRounded, Constant::getNullValue(tangent->getType()), tangent);
}

Value *tangentOf(Frame &frame, Instruction &instruction) {
  IRBuilder<> builder(&instruction);
  auto operand = [&](unsigned i) { return instruction.getOperand(i); };
  auto tangent = [&](unsigned i) { return frame.of(instruction.getOperand(i)); };
  switch (instruction.getOpcode()) {
  case Instruction::FNeg:
    return builder.CreateFSub(Constant::getNullValue(tangent(0)->getType()), tangent(0));
  case Instruction::FAdd:
    return ofSum(builder, instruction, builder.CreateFAdd(tangent(0), tangent(1)));
  case Instruction::FSub:
    return ofSum(builder, instruction, builder.CreateFSub(tangent(0), tangent(1)));
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
