//===- FloatBits.cpp -------------------------------------------------------===//
#include "bits/FloatBits.h"
#include "bits/NumbersAt.h"
#include "limits/bits.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
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
std::pair<APInt, APInt> masksOf(const BinaryOperator &at, unsigned bits) {
  if (at.getOpcode() == Instruction::And)
    return {APInt::getSignedMaxValue(bits), APInt::getAllOnes(bits)};
  return {APInt::getSignMask(bits), APInt::getZero(bits)};
}

/// The constant mask of `at` for numbers of so many bits, of which its words may hold several
/// (AVX-512's clear the signs of floats in words of 64 bits). Null if it has none.
Constant *maskFor(const BinaryOperator &at, unsigned bits) {
  auto *mask = dyn_cast<Constant>(at.getOperand(1));
  unsigned wide = at.getType()->getScalarSizeInBits();
  if (!mask || wide == bits || bits == 0 || wide % bits != 0)
    return wide == bits ? mask : nullptr;
  auto *vector = dyn_cast<FixedVectorType>(at.getType());
  unsigned words = vector ? vector->getNumElements() : 1;
  Type *narrow =
      FixedVectorType::get(IntegerType::get(at.getContext(), bits), words * (wide / bits));
  return ConstantFoldCastOperand(Instruction::BitCast, mask, narrow, at.getDataLayout());
}

/// Which of the numbers does `mask` change? Null if it makes none of the three of one of them, or
/// changes none.
Constant *numbersChanged(const BinaryOperator &at, const Constant &mask) {
  auto *vector = dyn_cast<FixedVectorType>(mask.getType());
  auto [changing, keeping] = masksOf(at, mask.getType()->getScalarSizeInBits());
  SmallVector<Constant *, 8> changed;
  bool isAny = false;
  for (unsigned i = 0; i != (vector ? vector->getNumElements() : 1); ++i) {
    auto *part = dyn_cast_or_null<const ConstantInt>(vector ? mask.getAggregateElement(i) : &mask);
    if (!part || (part->getValue() != changing && part->getValue() != keeping))
      return nullptr;
    isAny |= part->getValue() == changing;
    changed.push_back(ConstantInt::getBool(at.getContext(), part->getValue() == changing));
  }
  if (!isAny)
    return nullptr;
  return vector ? ConstantVector::get(changed) : changed.front();
}

/// fabs, fneg or -fabs of those of `x` that are changed.
Value *signOperation(IRBuilder<> &builder, BinaryOperator &at, Constant &changed, Value *x) {
  Value *size =
      at.getOpcode() == Instruction::Xor ? x : builder.CreateUnaryIntrinsic(Intrinsic::fabs, x);
  Value *result = at.getOpcode() == Instruction::And ? size : builder.CreateFNeg(size);
  return changed.isAllOnesValue() ? result : builder.CreateSelect(&changed, result, x);
}

Type *floatTypeSeen(BinaryOperator &at) {
  Type *seen = floatTypeBehind(*at.getOperand(0));
  return seen ? seen : floatTypeBehind(at);
}

/// `at`, of numbers of type `scalar`, as a sign operation; null if it is none.
Value *asSignOperation(BinaryOperator &at, Type &scalar) {
  unsigned bits = scalar.getPrimitiveSizeInBits();
  if (floatOfWidth(at.getContext(), bits) != &scalar)
    return nullptr;
  Constant *mask = maskFor(at, bits), *changed = mask ? numbersChanged(at, *mask) : nullptr;
  if (!changed)
    return nullptr;
  IRBuilder<> builder(&at);
  Value *x = builder.CreateBitCast(at.getOperand(0), mask->getType()->getWithNewType(&scalar));
  return builder.CreateBitCast(signOperation(builder, at, *changed, x), at.getType());
}

bool replaceBy(BinaryOperator &at, Value *named) {
  if (!named)
    return false;
  at.replaceAllUsesWith(named);
  at.eraseFromParent();
  return true;
}

/// Is what `pointer` is computed of accessed as numbers of the type, and of no other?
bool isAccessedAs(const Value &pointer, const Type &number) {
  const Value *base = getUnderlyingObject(&pointer);
  if (!base->hasUseList())
    return false;
  SmallVector<const Value *, 8> work{base};
  bool isSeen = false;
  for (unsigned i = 0; i != work.size() && i != limits::valuesOfWalk; ++i)
    for (const User *user : work[i]->users()) {
      if (isa<GEPOperator>(user))
        work.push_back(user);
      if (getLoadStorePointerOperand(user) != work[i])
        continue;
      Type *accessed = getLoadStoreType(user);
      if (accessed->isFPOrFPVectorTy() && accessed->getScalarType() != &number)
        return false;
      isSeen |= accessed->isFPOrFPVectorTy();
    }
  return isSeen;
}

/// The number that lies in each element of the vector that is loaded or stored there.
Type *numberAt(const Value &pointer, const Type &word, NumbersAt &numbers) {
  if (Type *number = numbers.in(pointer, word))
    return number;
  Type *likely = floatOfWidth(word.getContext(), word.getIntegerBitWidth());
  return likely && isAccessedAs(pointer, *likely) ? likely : nullptr;
}

/// The same of what is loaded for `at`, or stored of it, in words of so many bits.
Type *numberInMemory(const BinaryOperator &at, unsigned bits, NumbersAt &numbers) {
  const Type &word = *IntegerType::get(at.getContext(), bits);
  const auto *load = dyn_cast<LoadInst>(at.getOperand(0));
  if (Type *number = load ? numberAt(*load->getPointerOperand(), word, numbers) : nullptr)
    return number;
  for (const User *user : at.users())
    if (const auto *store = dyn_cast<StoreInst>(user); store && store->getValueOperand() == &at)
      return numberAt(*store->getPointerOperand(), word, numbers);
  return nullptr;
}

/// The numbers of one type whose signs `at` turns or clears where they are in memory: as large as
/// its words, or floats.
Type *numberTurned(const BinaryOperator &at, NumbersAt &numbers) {
  for (unsigned bits : {at.getType()->getScalarSizeInBits(), 32u}) {
    Constant *mask = maskFor(at, bits);
    if (mask && numbersChanged(at, *mask))
      return numberInMemory(at, bits, numbers);
  }
  return nullptr;
}

} // namespace

void nameSignTricks(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *at = dyn_cast<BinaryOperator>(&instruction); at && at->isBitwiseLogicOp())
      if (Type *seen = floatTypeSeen(*at))
        replaceBy(*at, asSignOperation(*at, *seen->getScalarType()));
}

void nameSignsInMemory(Function &function, EvidenceStore *others) {
  NumbersAt numbers(function, others);
  bool isChanged = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *at = dyn_cast<BinaryOperator>(&instruction);
    if (!at || !at->isBitwiseLogicOp() || !at->getType()->isVectorTy())
      continue;
    if (Type *number = numberTurned(*at, numbers))
      isChanged |= replaceBy(*at, asSignOperation(*at, *number));
  }
  if (isChanged) // what is made of the results is seen to be of floats now
    nameSignTricks(function);
}

} // namespace enzyme
