//===- Factor.cpp ----------------------------------------------------------===//
#include "types/Factor.h"
#include "limits/types.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include <numeric>

using namespace llvm;

namespace enzyme {
namespace {

constexpr uint64_t large = 1 << 20; // no element is of this size

/// Of the constants in the expression; 1: of no number that it shows.
uint64_t writtenFactor(const Value &value, unsigned depth) {
  if (const auto *constant = dyn_cast<ConstantInt>(&value)) {
    uint64_t magnitude = constant->getValue().abs().getLimitedValue();
    return magnitude == 0 || magnitude > large ? 1 : magnitude;
  }
  if (depth >= limits::termsOfFactor)
    return 1;
  if (isa<ZExtInst, SExtInst>(value))
    return writtenFactor(*cast<Instruction>(value).getOperand(0), depth + 1);
  const auto *binary = dyn_cast<BinaryOperator>(&value);
  if (!binary)
    return 1;
  auto of = [&](unsigned operand) {
    return writtenFactor(*binary->getOperand(operand), depth + 1);
  };
  auto unlessLarge = [](uint64_t factor) { return factor > large ? 1 : factor; };
  const auto *constant = dyn_cast<ConstantInt>(binary->getOperand(1));
  switch (binary->getOpcode()) {
  case Instruction::Mul:
    return unlessLarge(of(0) * of(1));
  case Instruction::Shl:
    return constant && constant->getValue().ult(20) ? unlessLarge(of(0) << constant->getZExtValue())
                                                    : 1;
  case Instruction::Add:
  case Instruction::Sub:
    return std::gcd(of(0), of(1));
  default:
    return 1;
  }
}

} // namespace

uint64_t factorOf(const Value &value, const DataLayout &layout) {
  unsigned zeros = computeKnownBits(&value, layout).countMinTrailingZeros();
  return std::lcm(uint64_t(1) << std::min(zeros, 6u), writtenFactor(value, 0));
}

} // namespace enzyme
