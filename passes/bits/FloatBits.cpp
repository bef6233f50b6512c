//===- FloatBits.cpp -------------------------------------------------------===//
#include "bits/FloatBits.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {
namespace {

Type *floatOfWidth(LLVMContext &context, unsigned bits) {
  switch (bits) {
  case 32:
    return Type::getFloatTy(context);
  case 64:
    return Type::getDoubleTy(context);
  default:
    return nullptr;
  }
}

/// The float type `value` is cast from, or that one of its users casts it to.
Type *floatTypeBehind(Value &value) {
  Value *source;
  if (match(&value, m_BitCast(m_Value(source))) && source->getType()->isFPOrFPVectorTy())
    return source->getType();
  if (!value.hasUseList()) // a constant that was not folded
    return nullptr;
  for (User *user : value.users())
    if (isa<BitCastInst>(user) && user->getType()->isFPOrFPVectorTy())
      return user->getType();
  return nullptr;
}

/// The mask that makes fabs, fneg or -fabs, and the one that changes nothing.
std::pair<APInt, APInt> masksOf(const BinaryOperator &at) {
  unsigned bits = at.getType()->getScalarSizeInBits();
  if (at.getOpcode() == Instruction::And)
    return {APInt::getSignedMaxValue(bits), APInt::getAllOnes(bits)};
  return {APInt::getSignMask(bits), APInt::getZero(bits)};
}

/// Which of the numbers does the constant mask of `at` change? Null if it makes none of the three
/// of one of them, or changes none.
Constant *numbersChanged(const BinaryOperator &at) {
  auto *mask = cast<Constant>(at.getOperand(1));
  auto *vector = dyn_cast<FixedVectorType>(at.getType());
  auto [changing, keeping] = masksOf(at);
  SmallVector<Constant *, 8> changed;
  bool isAny = false;
  for (unsigned i = 0; i != (vector ? vector->getNumElements() : 1); ++i) {
    auto *part = dyn_cast_or_null<ConstantInt>(vector ? mask->getAggregateElement(i) : mask);
    if (!part || (part->getValue() != changing && part->getValue() != keeping))
      return nullptr;
    isAny |= part->getValue() == changing;
    changed.push_back(ConstantInt::getBool(at.getContext(), part->getValue() == changing));
  }
  if (!isAny)
    return nullptr;
  return vector ? ConstantVector::get(changed) : changed.front();
}

/// fabs, fneg or -fabs of `x`, or null if the mask is not one of the three.
Value *signOperation(IRBuilder<> &builder, BinaryOperator &at, Value *x) {
  Constant *changed = numbersChanged(at);
  if (!changed)
    return nullptr;
  Value *size =
      at.getOpcode() == Instruction::Xor ? x : builder.CreateUnaryIntrinsic(Intrinsic::fabs, x);
  Value *result = at.getOpcode() == Instruction::And ? size : builder.CreateFNeg(size);
  return changed->isAllOnesValue() ? result : builder.CreateSelect(changed, result, x);
}

Value *asSignOperation(BinaryOperator &at) {
  Type *integers = at.getType();
  Type *scalar = floatOfWidth(at.getContext(), integers->getScalarSizeInBits());
  if (!scalar || !isa<Constant>(at.getOperand(1)))
    return nullptr;
  Type *seen = floatTypeBehind(*at.getOperand(0));
  seen = seen ? seen : floatTypeBehind(at);
  if (!seen || seen->getScalarType() != scalar)
    return nullptr;
  Type *floats = integers->getWithNewType(scalar);
  IRBuilder<> builder(&at);
  Value *result = signOperation(builder, at, builder.CreateBitCast(at.getOperand(0), floats));
  return result ? builder.CreateBitCast(result, integers) : nullptr;
}

} // namespace

void nameSignTricks(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *at = dyn_cast<BinaryOperator>(&instruction); at && at->isBitwiseLogicOp())
      if (Value *named = asSignOperation(*at)) {
        at->replaceAllUsesWith(named);
        at->eraseFromParent();
      }
}

} // namespace enzyme
