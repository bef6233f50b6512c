//===- RoundingSums.cpp - sums that round ---------------------------------===//
#include "rules/RoundingSums.h"
#include "rules/Rule.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr Formula sum = zero("a sum that rounds", "xx", "x");
constexpr Formula fusedSum = zero("a fused sum that rounds", "xxx", "x");

/// 2^k or 1.5 * 2^k, so large that of the bits of what is added to it a sixth is left below
/// one at most: tables of 2^(i / 128) need some. Formats of few bits have no room for that.
bool isLarge(const APFloat &number) {
  const int bits = int(APFloat::semanticsPrecision(number.getSemantics()));
  if (bits < 24 || !number.isFiniteNonZero() || ilogb(number) < bits - 1 - bits / 6)
    return false;
  int exponent;
  APFloat part = frexp(abs(number), exponent, APFloat::rmNearestTiesToEven);
  double fraction = part.convertToDouble();
  return fraction == 0.5 || fraction == 0.75;
}

const APFloat *largeNumber(const Value &value) {
  auto *constant = dyn_cast<Constant>(&value);
  if (constant && constant->getType()->isVectorTy())
    constant = constant->getSplatValue(/*AllowPoison=*/true);
  auto *number = dyn_cast_or_null<ConstantFP>(constant);
  return number && isLarge(number->getValueAPF()) ? &number->getValueAPF() : nullptr;
}

/// A large number, whichever its sign: ±2^52, chosen as x is negative or not.
bool isLargeOfAnySign(const Value &value) {
  if (const auto *choice = dyn_cast<SelectInst>(&value))
    return largeNumber(*choice->getTrueValue()) && largeNumber(*choice->getFalseValue());
  const auto *call = dyn_cast<IntrinsicInst>(&value);
  return largeNumber(value) || (call && call->getIntrinsicID() == Intrinsic::copysign &&
                                largeNumber(*call->getArgOperand(0)));
}

/// Whether the sign of `term` in `instruction` is the one it has in a sum.
bool isNegated(const Instruction &instruction, unsigned operand) {
  return instruction.getOpcode() == Instruction::FSub && operand == 1;
}

bool areOpposite(const Value &one, bool isOneNegated, const Value &other, bool isOtherNegated) {
  if (&one == &other)
    return isOneNegated != isOtherNegated;
  const APFloat *first = largeNumber(one), *second = largeNumber(other);
  return first && second &&
         (isOneNegated == isOtherNegated ? *first == -*second : *first == *second);
}

/// Whether `user` takes away from the sum what is `large` in it.
bool takesAway(const Instruction &user, const Instruction &sum, const Value &large,
               bool isLargeNegated) {
  if (user.getOpcode() != Instruction::FAdd && user.getOpcode() != Instruction::FSub)
    return false;
  for (unsigned i : {0, 1})
    if (user.getOperand(i) == &sum)
      // In large - (large - x) both signs are turned.
      return areOpposite(large, isLargeNegated != isNegated(user, i), *user.getOperand(1 - i),
                         isNegated(user, 1 - i));
  return false;
}

bool isUsedAsRounded(const Instruction &sum, const Value &large, bool isLargeNegated) {
  return any_of(sum.users(), [&](const User *user) {
    if (const auto *bits = dyn_cast<BitCastInst>(user))
      return bits->getType()->isIntOrIntVectorTy();
    const auto *instruction = dyn_cast<Instruction>(user);
    return instruction && takesAway(*instruction, sum, large, isLargeNegated);
  });
}

} // namespace

const Formula *roundingRow(const Instruction &instruction) {
  if (instruction.getOpcode() == Instruction::FAdd ||
      instruction.getOpcode() == Instruction::FSub) {
    for (unsigned i : {0, 1}) {
      const Value &large = *instruction.getOperand(i);
      if (isLargeOfAnySign(large) && isUsedAsRounded(instruction, large, isNegated(instruction, i)))
        return &sum;
    }
    return nullptr;
  }
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call ||
      (call->getIntrinsicID() != Intrinsic::fma && call->getIntrinsicID() != Intrinsic::fmuladd))
    return nullptr;
  const Value &large = *call->getArgOperand(2);
  return isLargeOfAnySign(large) && isUsedAsRounded(*call, large, false) ? &fusedSum : nullptr;
}

} // namespace enzyme
