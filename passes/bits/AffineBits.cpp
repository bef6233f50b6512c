//===- AffineBits.cpp ------------------------------------------------------===//
#include "bits/AffineBits.h"
#include "limits/bits.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {
namespace {

/// Does the mask leave the significand as it is, or turn all of it round?
bool keepsSignificand(AffineBits &bits, unsigned opcode, const APInt &mask,
                      const FloatBits &format) {
  APInt part = mask.trunc(format.significand);
  if (bits.halvings)
    return false;
  switch (opcode) {
  case Instruction::And:
    return part.isAllOnes();
  case Instruction::Or:
    return part.isZero();
  case Instruction::Xor:
    bits.isNegated ^= part.isAllOnes();
    return part.isZero() || part.isAllOnes();
  default:
    return false;
  }
}

bool apply(AffineBits &bits, const BinaryOperator &at, const FloatBits &format) {
  const APInt *right = constantBits(*at.getOperand(1));
  switch (at.getOpcode()) {
  case Instruction::Add:
    return right != nullptr;
  case Instruction::Sub:
    bits.isNegated ^= !right;
    return right || constantBits(*at.getOperand(0));
  case Instruction::LShr:
  case Instruction::AShr:
    bits.halvings += right ? right->getLimitedValue(format.width) : format.width;
    return bits.halvings <= limits::halvingsOfBits;
  default:
    return right && keepsSignificand(bits, at.getOpcode(), *right, format);
  }
}

/// What a value made of the sign of `number` and of constants is where that is negative, and
/// where it is not.
std::optional<std::pair<APInt, APInt>> bySign(Value &value, Value &number, unsigned depth) {
  unsigned width = number.getType()->getScalarSizeInBits();
  if (const APInt *constant = constantBits(value))
    return std::pair(*constant, *constant);
  const auto *at = dyn_cast<BinaryOperator>(&value);
  if (!at || depth > limits::depthOfAffineBits)
    return std::nullopt;
  if (match(at, m_AShr(m_Specific(&number), m_SpecificInt(width - 1))))
    return std::pair(APInt::getAllOnes(width), APInt::getZero(width));
  if (match(at, m_LShr(m_Specific(&number), m_SpecificInt(width - 1))))
    return std::pair(APInt(width, 1), APInt::getZero(width));
  auto left = bySign(*at->getOperand(0), number, depth + 1);
  auto right = left ? bySign(*at->getOperand(1), number, depth + 1) : std::nullopt;
  if (!right)
    return std::nullopt;
  switch (at->getOpcode()) {
  case Instruction::And:
    return std::pair(left->first & right->first, left->second & right->second);
  case Instruction::Or:
    return std::pair(left->first | right->first, left->second | right->second);
  case Instruction::Xor:
    return std::pair(left->first ^ right->first, left->second ^ right->second);
  case Instruction::Add:
    return std::pair(left->first + right->first, left->second + right->second);
  case Instruction::Sub:
    return std::pair(left->first - right->first, left->second - right->second);
  default:
    return std::nullopt;
  }
}

/// 2^-halvings · unit(y) / unit(x); zero where that is not finite.
Value *slopeOf(IRBuilder<> &builder, Value *x, Value *y, const AffineBits &how,
               const FloatBits &format) {
  Type *integers = builder.getIntNTy(format.width);
  auto number = [&](const APInt &value) { return ConstantInt::get(integers, value); };
  auto count = [&](uint64_t value) { return ConstantInt::get(integers, value); };
  Value *own = builder.CreateBitCast(x, integers), *made = builder.CreateBitCast(y, integers);
  auto exponent = [&](Value *of) {
    return builder.CreateLShr(builder.CreateAnd(of, number(format.exponentMask())),
                              format.significand);
  };
  uint64_t one = format.one().lshr(format.significand).getZExtValue();
  Value *difference = builder.CreateSub(exponent(made), exponent(own)),
        *biased = builder.CreateAdd(difference, count(one - how.halvings)),
        *isNumber = builder.CreateICmpULT(builder.CreateSub(biased, count(1)), count(2 * one)),
        *magnitude = builder.CreateShl(biased, format.significand),
        *sign = builder.CreateAnd(builder.CreateXor(made, own), number(format.signMask()));
  if (how.isNegated)
    sign = builder.CreateXor(sign, number(format.signMask()));
  Value *slope = builder.CreateBitCast(builder.CreateOr(magnitude, sign), x->getType());
  return builder.CreateSelect(isNumber, slope, ConstantFP::getZero(x->getType()));
}

} // namespace

Value *constantly(IRBuilder<> &builder, Value *value) {
  CallInst *fence = builder.CreateUnaryIntrinsic(Intrinsic::arithmetic_fence, value);
  fence->addFnAttr(Attribute::get(builder.getContext(), "enzyme_inactive"));
  return fence;
}

std::optional<AffineBits> affineBits(Value &integer, const FloatBits &format) {
  SmallVector<const BinaryOperator *, 4> chain;
  Value *word = &integer;
  if (word->getType() != IntegerType::get(word->getContext(), format.width))
    return std::nullopt;
  while (auto *at = dyn_cast<BinaryOperator>(word)) {
    if (chain.size() == limits::depthOfAffineBits)
      return std::nullopt;
    chain.push_back(at);
    word = at->getOperand(constantBits(*at->getOperand(0)) ? 1 : 0);
  }
  AffineBits bits;
  bits.word = word;
  bits.isWhole = chain.empty();
  for (const BinaryOperator *at : reverse(chain))
    if (!apply(bits, *at, format))
      return std::nullopt;
  return bits;
}

Value *changingWith(IRBuilder<> &builder, Value *x, Value *made, const AffineBits &how,
                    const FloatBits &format) {
  Value *slope = constantly(builder, slopeOf(builder, x, made, how, format)),
        *change = builder.CreateFMul(builder.CreateFSub(x, constantly(builder, x)), slope),
        *value = constantly(builder, made), *result = builder.CreateFAdd(value, change);
  return builder.CreateSelect(builder.CreateFCmpOEQ(result, value), result, value);
}

Value *chosenBySign(BinaryOperator &at) {
  if (!at.isBitwiseLogicOp() || !at.getType()->isIntegerTy())
    return nullptr;
  for (unsigned i : {0, 1}) {
    Value &number = *at.getOperand(i), &mask = *at.getOperand(1 - i);
    auto masks = isa<Constant>(mask) ? std::nullopt : bySign(mask, number, 0);
    if (!masks)
      continue;
    IRBuilder<> builder(&at);
    auto with = [&](const APInt &bits) {
      return builder.CreateBinOp(at.getOpcode(), &number, ConstantInt::get(at.getType(), bits));
    };
    Value *isNegative = builder.CreateICmpSLT(&number, ConstantInt::get(at.getType(), 0));
    return builder.CreateSelect(isNegative, with(masks->first), with(masks->second));
  }
  return nullptr;
}

} // namespace enzyme
