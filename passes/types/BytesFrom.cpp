//===- BytesFrom.cpp -------------------------------------------------------===//
#include "types/BytesFrom.h"
#include "limits/types.h"
#include "types/Moves.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isScalar(const Type &type) {
  return type.isIntegerTy() || type.isPointerTy() || type.isFloatingPointTy();
}

/// Of a shift or a rotation, if it is one by whole bytes.
std::optional<unsigned> wholeBytes(const Value &amount, unsigned size) {
  const auto *bits = dyn_cast<ConstantInt>(&amount);
  if (!bits || bits->getValue().urem(8) != 0 || bits->getValue().uge(8 * uint64_t(size)))
    return std::nullopt;
  return bits->getZExtValue() / 8;
}

class ByteSearch {
public:
  explicit ByteSearch(const DataLayout &layout) : layout(layout) {}

  BytesFrom of(const Value &value, unsigned depth);

private:
  const DataLayout &layout;
  unsigned visited = 0; ///< values may be reached in many ways

  BytesFrom itself(const Value &value) const;
  BytesFrom ofOperator(const BinaryOperator &at, unsigned depth);
  BytesFrom ofMask(const BinaryOperator &at, unsigned depth);
  BytesFrom ofUnion(const BinaryOperator &at, unsigned depth);
  BytesFrom ofIntrinsic(const IntrinsicInst &call, unsigned depth);
};

BytesFrom ByteSearch::itself(const Value &value) const {
  BytesFrom bytes(layout.getTypeStoreSize(value.getType()));
  for (auto [i, byte] : enumerate(bytes))
    byte = {&value, unsigned(i)};
  return bytes;
}

/// Constants that keep or clear whole bytes.
BytesFrom ByteSearch::ofMask(const BinaryOperator &at, unsigned depth) {
  const auto *mask = dyn_cast<ConstantInt>(at.getOperand(1));
  if (!mask)
    return itself(at);
  BytesFrom bytes = of(*at.getOperand(0), depth + 1);
  for (auto [i, byte] : enumerate(bytes)) {
    APInt part = mask->getValue().extractBits(8, 8 * i);
    if (part.isZero())
      byte = {};
    else if (!part.isAllOnes())
      return itself(at);
  }
  return bytes;
}

/// The sum of two, one of which is zero in each byte.
BytesFrom ByteSearch::ofUnion(const BinaryOperator &at, unsigned depth) {
  BytesFrom bytes = of(*at.getOperand(0), depth + 1), others = of(*at.getOperand(1), depth + 1);
  for (auto [byte, other] : zip(bytes, others)) {
    if (byte.source && other.source)
      return itself(at);
    byte = byte.source ? byte : other;
  }
  return bytes;
}

BytesFrom ByteSearch::ofOperator(const BinaryOperator &at, unsigned depth) {
  switch (at.getOpcode()) {
  case Instruction::And:
    return ofMask(at, depth);
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Add:
    return ofUnion(at, depth);
  case Instruction::Shl:
  case Instruction::LShr: {
    unsigned size = layout.getTypeStoreSize(at.getType());
    std::optional<unsigned> by = wholeBytes(*at.getOperand(1), size);
    if (!by)
      return itself(at);
    BytesFrom from = of(*at.getOperand(0), depth + 1), bytes(size);
    for (unsigned i = 0; i + *by != size; ++i)
      if (at.getOpcode() == Instruction::Shl)
        bytes[i + *by] = from[i];
      else
        bytes[i] = from[i + *by];
    return bytes;
  }
  default:
    return itself(at);
  }
}

BytesFrom ByteSearch::ofIntrinsic(const IntrinsicInst &call, unsigned depth) {
  if (!permutesBytes(call))
    return itself(call);
  BytesFrom low = of(*call.getArgOperand(call.arg_size() == 1 ? 0 : 1), depth + 1);
  unsigned size = low.size();
  if (call.getIntrinsicID() == Intrinsic::bswap)
    return {low.rbegin(), low.rend()};
  unsigned by = *wholeBytes(*call.getArgOperand(2), size);
  BytesFrom both = low;
  both.append(of(*call.getArgOperand(0), depth + 1));
  unsigned begin = call.getIntrinsicID() == Intrinsic::fshl ? size - by : by;
  return {both.begin() + begin, both.begin() + begin + size};
}

BytesFrom ByteSearch::of(const Value &value, unsigned depth) {
  uint64_t size = layout.getTypeStoreSize(value.getType());
  const auto *constant = dyn_cast<Constant>(&value);
  if (constant && (constant->isNullValue() || isa<UndefValue>(constant)))
    return BytesFrom(size);
  bool isWhole = layout.getTypeSizeInBits(value.getType()) == 8 * size;
  if (!isWhole || depth == limits::depthOfBytes || ++visited > limits::valuesOfBytes)
    return itself(value);
  if (const Value *whole = renamed(value)) {
    BytesFrom bytes = of(*whole, depth + 1);
    bytes.truncate(size);
    return bytes;
  }
  if (const Value *narrow = widened(value)) {
    BytesFrom bytes = of(*narrow, depth + 1);
    bytes.resize(size);
    return bytes;
  }
  if (const auto *operation = dyn_cast<BinaryOperator>(&value);
      operation && value.getType()->isIntegerTy())
    return ofOperator(*operation, depth);
  if (const auto *call = dyn_cast<IntrinsicInst>(&value))
    return ofIntrinsic(*call, depth);
  return itself(value);
}

} // namespace

bool permutesBytes(const Value &value) {
  const auto *call = dyn_cast<IntrinsicInst>(&value);
  if (!call || !call->getType()->isIntegerTy())
    return false;
  unsigned bits = call->getType()->getIntegerBitWidth();
  switch (call->getIntrinsicID()) {
  case Intrinsic::bswap:
    return true;
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    return bits % 8 == 0 && wholeBytes(*call->getArgOperand(2), bits / 8);
  default:
    return false;
  }
}

BytesFrom bytesFrom(const Value &value) {
  const auto *at = dyn_cast<Instruction>(&value);
  if (!at || !isScalar(*value.getType()) || !at->getDataLayout().isLittleEndian())
    return {};
  return ByteSearch(at->getDataLayout()).of(value, 0);
}

SmallVector<ByteRun, 2> runsOf(const BytesFrom &bytes) {
  SmallVector<ByteRun, 2> runs;
  for (auto [i, byte] : enumerate(bytes)) {
    bool goesOn = !runs.empty() && runs.back().from.source == byte.source &&
                  (!byte.source || runs.back().from.at + runs.back().count == byte.at);
    if (goesOn)
      runs.back().count++;
    else
      runs.push_back({unsigned(i), byte, 1});
  }
  return runs;
}

bool isPutTogether(const Value &value) {
  SmallVector<ByteRun, 2> runs = runsOf(bytesFrom(value));
  return runs.size() > 1 || (runs.size() == 1 && runs.front().from.source && runs.front().from.at);
}

} // namespace enzyme
