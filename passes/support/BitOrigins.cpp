//===- BitOrigins.cpp - where the bits of an integer come from ------------===//
#include "support/BitOrigins.h"
#include "limits/support.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

const APInt *constantBits(const Value &value) {
  auto *constant = dyn_cast<Constant>(&value);
  if (constant && constant->getType()->isVectorTy())
    constant = constant->getSplatValue();
  auto *integer = dyn_cast_or_null<ConstantInt>(constant);
  return integer ? &integer->getValue() : nullptr;
}

std::optional<FloatBits> FloatBits::of(const Type &scalar) {
  if (scalar.isDoubleTy())
    return FloatBits{52, 64};
  return scalar.isFloatTy() ? std::optional(FloatBits{23, 32}) : std::nullopt;
}

namespace {

unsigned widthOf(const Value &value) { return value.getType()->getScalarSizeInBits(); }

uint64_t lowBits(unsigned count) { return count >= 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1; }

class OriginSearch {
public:
  BitOrigins of(Value &value, unsigned depth);

private:
  BitOrigins ofOperator(BinaryOperator &at, unsigned depth);
  BitOrigins ofChoice(PHINode &choice, unsigned depth);
  BitOrigins ofIntrinsic(IntrinsicInst &call, unsigned depth);
  static BitOrigins ofConstant(const APInt &bits);
  static BitOrigins sumWith(const APInt &constant, const BitOrigins &bits);
  static BitOrigins sumOf(const BitOrigins &a, const BitOrigins &b, bool isDifference);
  static BitOrigins shifted(const BitOrigins &bits, Instruction::BinaryOps how, uint64_t by);
  static BitOrigin combined(Instruction::BinaryOps how, BitOrigin a, BitOrigin b);

  unsigned visited = 0; ///< values may be reached in many ways
};

BitOrigins OriginSearch::ofConstant(const APInt &bits) {
  BitOrigins result;
  for (unsigned i = 0; i != bits.getBitWidth(); ++i)
    result.push_back({bits[i] ? BitOrigin::One : BitOrigin::Zero});
  return result;
}

BitOrigin OriginSearch::combined(Instruction::BinaryOps how, BitOrigin a, BitOrigin b) {
  const auto neutral = how == Instruction::And ? BitOrigin::One : BitOrigin::Zero;
  if (a.kind == neutral)
    return b;
  if (b.kind == neutral || (a == b && how != Instruction::Xor))
    return a;
  const auto strong = how == Instruction::And ? BitOrigin::Zero : BitOrigin::One;
  bool isDecided = how != Instruction::Xor && (a.kind == strong || b.kind == strong);
  return {isDecided ? strong : BitOrigin::Unknown};
}

BitOrigins OriginSearch::shifted(const BitOrigins &bits, Instruction::BinaryOps how, uint64_t by) {
  const unsigned count = bits.size();
  BitOrigins result(count);
  for (unsigned i = 0; i != count; ++i) {
    int64_t from = how == Instruction::Shl ? int64_t(i) - int64_t(by) : int64_t(i) + int64_t(by);
    if (from >= 0 && from < int64_t(count))
      result[i] = bits[from];
    else if (how != Instruction::AShr)
      result[i] = {BitOrigin::Zero};
  }
  return result;
}

/// Of a constant, the sum with bits of one float that stand side by side: those of the float's
/// sum with the constant, moved to their place. Nothing is carried from below its lowest one.
BitOrigins OriginSearch::sumWith(const APInt &constant, const BitOrigins &bits) {
  BitOrigins result(bits.size());
  const unsigned first = constant.countr_zero();
  std::copy(bits.begin(), bits.begin() + first, result.begin());
  if (first == bits.size() || bits[first].kind != BitOrigin::OfFloat ||
      bits[first].place + bits.size() - first > 2 * 64)
    return result;
  const BitOrigin &lowest = bits[first];
  uint64_t before = lowest.addend;
  APInt moved = constant.lshr(first).zext(128).shl(lowest.place);
  for (unsigned i = first; i != bits.size(); ++i) {
    const BitOrigin &bit = bits[i];
    bool isNext = bit.kind == BitOrigin::OfFloat && bit.source == lowest.source &&
                  bit.place == lowest.place + (i - first) && bit.place < 64;
    if (!isNext || (i != first && (bit.addend & lowBits(bit.place)) != before))
      break;
    before = bit.addend;
    result[i] = bit;
    result[i].addend = (bit.addend + moved.trunc(64).getZExtValue()) & lowBits(bit.place + 1);
  }
  return result;
}

/// Below the lowest place where both may have a one nothing is carried.
BitOrigins OriginSearch::sumOf(const BitOrigins &a, const BitOrigins &b, bool isDifference) {
  BitOrigins result(a.size());
  for (unsigned i = 0; i != a.size(); ++i) {
    if (b[i].kind == BitOrigin::Zero)
      result[i] = a[i];
    else if (a[i].kind == BitOrigin::Zero && !isDifference)
      result[i] = b[i];
    else
      break;
  }
  return result;
}

BitOrigins OriginSearch::ofOperator(BinaryOperator &at, unsigned depth) {
  BitOrigins left = of(*at.getOperand(0), depth + 1);
  const APInt *by = constantBits(*at.getOperand(1));
  if (at.isShift())
    return by ? shifted(left, at.getOpcode(), by->getLimitedValue(4096)) : BitOrigins(left.size());
  if (by && (at.getOpcode() == Instruction::Add || at.getOpcode() == Instruction::Sub))
    return sumWith(at.getOpcode() == Instruction::Add ? *by : -*by, left);
  BitOrigins right = of(*at.getOperand(1), depth + 1);
  if (at.getOpcode() == Instruction::Add || at.getOpcode() == Instruction::Sub)
    return sumOf(left, right, at.getOpcode() == Instruction::Sub);
  BitOrigins result(left.size());
  if (at.isBitwiseLogicOp())
    for (unsigned i = 0; i != left.size(); ++i)
      result[i] = combined(at.getOpcode(), left[i], right[i]);
  return result;
}

/// Rotations, funnel shifts by a constant, and bytes or bits in the other order.
BitOrigins OriginSearch::ofIntrinsic(IntrinsicInst &call, unsigned depth) {
  const unsigned width = widthOf(call);
  BitOrigins result(width);
  auto kind = call.getIntrinsicID();
  if (kind == Intrinsic::bswap || kind == Intrinsic::bitreverse) {
    BitOrigins from = of(*call.getArgOperand(0), depth + 1);
    for (unsigned i = 0; i != width; ++i)
      result[i] = from[kind == Intrinsic::bswap ? width - 8 - i / 8 * 8 + i % 8 : width - 1 - i];
    return result;
  }
  const bool isLeft = kind == Intrinsic::fshl;
  const APInt *amount =
      isLeft || kind == Intrinsic::fshr ? constantBits(*call.getArgOperand(2)) : nullptr;
  if (!amount)
    return result;
  const unsigned by = amount->urem(width);
  BitOrigins both = of(*call.getArgOperand(1), depth + 1); // the low half
  both.append(of(*call.getArgOperand(0), depth + 1));
  for (unsigned i = 0; i != width; ++i)
    result[i] = both[isLeft ? width + i - by : i + by];
  return result;
}

/// A choice among the high words of floats is the high word of the chosen float.
BitOrigins OriginSearch::ofChoice(PHINode &choice, unsigned depth) {
  BitOrigins result(widthOf(choice));
  if (choice.getNumIncomingValues() > limits::choicesOfBitOrigins ||
      !choice.getType()->isIntegerTy())
    return result;
  SmallVector<BitOrigins, limits::choicesOfBitOrigins> each;
  for (Value *value : choice.incoming_values())
    each.push_back(of(*value, depth + 1));
  for (PHINode &numbers : choice.getParent()->phis()) {
    if (!numbers.getType()->isFloatingPointTy())
      continue;
    for (unsigned i = 0; i != result.size(); ++i) {
      BitOrigin bit = each.front()[i];
      bool isThat = true;
      for (auto [bits, block] : zip(each, choice.blocks())) {
        BitOrigin own = bits[i];
        isThat &=
            own.kind != BitOrigin::OfFloat || own.source == numbers.getIncomingValueForBlock(block);
        own.source = bit.source;
        isThat &= own == bit;
      }
      if (isThat && bit.kind != BitOrigin::Unknown) {
        result[i] = bit;
        result[i].source = bit.source ? &numbers : nullptr;
      }
    }
  }
  return result;
}

BitOrigins OriginSearch::of(Value &value, unsigned depth) {
  const unsigned width = widthOf(value);
  BitOrigins result(width);
  if (const APInt *bits = constantBits(value))
    return ofConstant(*bits);
  auto *at = dyn_cast<Instruction>(&value);
  if (!at || depth > limits::depthOfBitOrigins || ++visited > limits::valuesOfBitOrigins)
    return result;
  if (auto *both = dyn_cast<BinaryOperator>(at))
    return ofOperator(*both, depth);
  if (auto *cast = dyn_cast<BitCastInst>(at)) {
    Value *from = cast->getOperand(0);
    if (from->getType()->isFPOrFPVectorTy() && widthOf(*from) == width)
      for (unsigned i = 0; i != width; ++i)
        result[i] = {BitOrigin::OfFloat, from, i};
    return result;
  }
  if (auto *call = dyn_cast<IntrinsicInst>(at))
    return ofIntrinsic(*call, depth);
  if (isa<TruncInst, ZExtInst>(at)) {
    result = of(*at->getOperand(0), depth + 1);
    result.resize(width, {BitOrigin::Zero});
    return result;
  }
  if (auto *choice = dyn_cast<PHINode>(at))
    return ofChoice(*choice, depth);
  if (auto *choice = dyn_cast<SelectInst>(at)) {
    BitOrigins one = of(*choice->getTrueValue(), depth + 1),
               other = of(*choice->getFalseValue(), depth + 1);
    for (unsigned i = 0; i != width; ++i)
      if (one[i] == other[i])
        result[i] = one[i];
  }
  return result;
}

} // namespace

BitOrigins originsOf(Value &integer) { return OriginSearch().of(integer, 0); }

bool isOfExponents(Value &integer) {
  return all_of(originsOf(integer), [](const BitOrigin &bit) {
    if (bit.kind != BitOrigin::OfFloat)
      return bit.kind != BitOrigin::Unknown;
    std::optional<FloatBits> format = FloatBits::of(*bit.source->getType()->getScalarType());
    return format && bit.place >= format->significand;
  });
}

} // namespace enzyme
