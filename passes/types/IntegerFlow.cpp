//===- IntegerFlow.cpp - floats and pointers inside integers --------------===//
//
// Offsets are byte offsets from the least significant byte, which is where the
// value's first byte lies in memory on the little-endian targets we ship for.
//
//   zext, trunc, bitcast, freeze, phi, select    same offsets
//   shl / lshr by 8k bits                        offsets + k / - k
//   or, and, xor with a mask                     pieces that the mask leaves whole,
//                                                also those of which it only
//                                                touches the sign
// Any other arithmetic yields an integer, unless it is used as an address: then it is one
// made of the one address among its operands, as in  (p + 15) & -16  or  p - p % 64. An
// address and a distance make an address, used or not, as do two addresses that are put into
// one by `or`: one is null then, or they are the same.
//===----------------------------------------------------------------------===//
#include "types/IntegerFlow.h"
#include "limits/types.h"
#include "support/Mutation.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Both were done; was either new?
bool either(bool first, bool second) { return first || second; }

Pieces moved(ArrayRef<Piece> pieces, int64_t by, uint64_t size) {
  Pieces result;
  for (Piece piece : pieces) {
    int64_t offset = int64_t(piece.offset) + by;
    if (offset < 0 || offset + piece.size > size)
      continue;
    piece.offset = offset;
    result.push_back(piece);
  }
  return result;
}

uint64_t sizeOf(const Value &value, const Function &function) {
  Type *type = value.getType();
  if (!type->isSized() || type->isScalableTy())
    return 0;
  return function.getParent()->getDataLayout().getTypeStoreSize(type).getFixedValue();
}

/// Byte offset of the member at `indices` of an aggregate.
uint64_t offsetOf(Type *type, ArrayRef<unsigned> indices, const DataLayout &layout) {
  uint64_t offset = 0;
  for (unsigned index : indices) {
    if (auto *structure = dyn_cast<StructType>(type)) {
      offset += layout.getStructLayout(structure)->getElementOffset(index);
      type = structure->getElementType(index);
      continue;
    }
    type = cast<ArrayType>(type)->getElementType();
    offset += index * layout.getTypeAllocSize(type);
  }
  return offset;
}

/// Does `mask` (a constant operand) leave this piece readable as what it was?
bool survives(const Piece &piece, unsigned opcode, const APInt &mask) {
  unsigned bits = piece.size * 8;
  if (piece.offset * 8 + bits > mask.getBitWidth())
    return false;
  APInt part = mask.extractBits(bits, piece.offset * 8);
  APInt sign = APInt::getSignMask(bits);
  bool isFloat = piece.kind == Kind::Float;
  switch (opcode) {
  case Instruction::And: // whole, or fabs
    return part.isAllOnes() || (isFloat && part == ~sign);
  case Instruction::Or:  // whole, or -fabs
  case Instruction::Xor: // whole, or negation
    return part.isZero() || (isFloat && part == sign);
  default:
    return false;
  }
}

/// Does it make integers out of integers, other than by moving whole bytes? A word that is
/// shifted by some is none in which an address could stand.
bool isArithmetic(const Instruction &instruction) {
  return isa<BinaryOperator>(instruction) && instruction.getType()->isIntegerTy() &&
         (!(instruction.isShift() && onlyMoves(instruction)) ||
          instruction.getType()->isIntegerTy(64));
}

/// Is the constant a mark in bits that an address has no use for: those below an alignment,
/// or the upper sixteen of 64?
bool isMark(const Value &value) {
  const auto *constant = dyn_cast<ConstantInt>(&value);
  if (!constant || constant->getBitWidth() != 64)
    return false;
  uint64_t bits = constant->getZExtValue();
  constexpr uint64_t largest = 4096, upper = uint64_t(0xffff) << 48;
  return bits < largest || (bits & ~upper) == 0;
}

/// Does `a & mask` clear the lowest bits?
bool isMask(const BinaryOperator &sum, const Value &mask) {
  using namespace PatternMatch;
  return sum.getOpcode() == Instruction::And &&
         (match(&mask, m_NegatedPower2()) || match(&mask, m_Neg(m_Value())) ||
          match(&mask, m_Not(m_Value())) || match(&mask, m_Shl(m_AllOnes(), m_Value())));
}

/// Bytes [first, second) of an integer that may be other than zero.
std::pair<uint64_t, uint64_t> liveBytes(const Value &value, uint64_t size) {
  if (const auto *extension = dyn_cast<ZExtInst>(&value))
    return {0, (extension->getSrcTy()->getScalarSizeInBits() + 7) / 8};
  const auto *shift = dyn_cast<BinaryOperator>(&value);
  const auto *amount = shift ? dyn_cast<ConstantInt>(shift->getOperand(1)) : nullptr;
  if (amount && shift->getOpcode() == Instruction::Shl)
    return {amount->getZExtValue() / 8, size};
  if (amount && shift->getOpcode() == Instruction::LShr)
    return {0, size - amount->getZExtValue() / 8};
  if (amount && shift->getOpcode() == Instruction::And) {
    const APInt &mask = amount->getValue();
    return {mask.countr_zero() / 8, (mask.getActiveBits() + 7) / 8};
  }
  return {0, size};
}

} // namespace

bool onlyMoves(const User &user) {
  if (isa<PHINode, SelectInst, FreezeInst, ZExtInst, TruncInst, BitCastInst, InsertValueInst,
          ExtractValueInst>(user))
    return true;
  const auto *binary = dyn_cast<BinaryOperator>(&user);
  if (!binary)
    return false;
  if (binary->getOpcode() == Instruction::Or)
    return true;
  const auto *amount = dyn_cast<ConstantInt>(binary->getOperand(1));
  return binary->isShift() && amount && amount->getValue().urem(8) == 0;
}

/// `flags | 32`, of what is not an address and keeps more than a sign: the program's own number.
static bool setsBits(const User &user) {
  const auto *join = dyn_cast<BinaryOperator>(&user);
  const auto *bits = join ? dyn_cast<ConstantInt>(join->getOperand(1)) : nullptr;
  return bits && join->getOpcode() == Instruction::Or && isa<LoadInst>(join->getOperand(0)) &&
         bits->getBitWidth() < join->getDataLayout().getPointerSizeInBits() &&
         !bits->getValue().isSignMask();
}

/// Of a part to the whole as well: what `(long)(int)word` becomes, without another type.
static bool extendsSign(const User &user) {
  const auto *back = dyn_cast<BinaryOperator>(&user);
  const auto *up = back ? dyn_cast<BinaryOperator>(back->getOperand(0)) : nullptr;
  return isa<SExtInst>(user) ||
         (up && back->getOpcode() == Instruction::AShr && up->getOpcode() == Instruction::Shl &&
          isa<Constant>(back->getOperand(1)) && back->getOperand(1) == up->getOperand(1));
}

bool isComputedWith(const Value &value, bool isComparisonCounted) {
  SmallVector<const Value *, 16> work{&value};
  SmallPtrSet<const Value *, 16> seen;
  if (const auto *made = dyn_cast<Instruction>(&value))
    if ((isa<BinaryOperator, CmpInst>(made) && !onlyMoves(*made)) || setsBits(*made) ||
        isa<FPToSIInst, FPToUIInst>(made) || extendsSign(*made))
      return true;
  while (!work.empty() && seen.size() < limits::valuesComputedWith) {
    const Value *next = work.pop_back_val();
    if (isa<Constant>(next) || !seen.insert(next).second)
      continue;
    for (const User *user : next->users()) {
      if (!isComparisonCounted && isa<CmpInst, SwitchInst>(user))
        continue;
      if (isa<CmpInst, SwitchInst, SIToFPInst, UIToFPInst, GetElementPtrInst>(user) ||
          (isa<BinaryOperator>(user) && !onlyMoves(*user)) || setsBits(*user) || extendsSign(*user))
        return true;
      if (onlyMoves(*user))
        work.push_back(user);
    }
  }
  return false;
}

bool mayHide(const Type *type) {
  if (type->isIntegerTy())
    return type->getIntegerBitWidth() >= 8;
  if (const auto *vector = dyn_cast<FixedVectorType>(type))
    return vector->getElementType()->isIntegerTy() && vector->getPrimitiveSizeInBits() >= 16;
  if (const auto *structure = dyn_cast<StructType>(type))
    return any_of(structure->elements(), mayHide);
  if (const auto *array = dyn_cast<ArrayType>(type))
    return mayHide(array->getElementType());
  return false;
}

Pieces IntegerFlow::of(const Value &value) const {
  Pieces result;
  Type *type = value.getType();
  if (!type->isSized() || type->isScalableTy() || isa<UndefValue>(value))
    return result;
  if (!type->isIntegerTy()) { // layoutOf gives of what repeats itself the first
    Layout one = layoutOf(type, function.getParent()->getDataLayout());
    for (const Piece &piece : cutTo(one, sizeOf(value, function)).pieces)
      if (piece.kind != Kind::Integer)
        result.push_back(piece);
  }
  auto entry = integers.find(&value);
  if (entry != integers.end())
    for (const Piece &piece : entry->second)
      addPiece(result, piece);
  return result;
}

/// A number with the other sign: no address, wherever it is stored (a distance that a message
/// keeps beside addresses).
static bool isNegative(const Value &value) {
  using namespace PatternMatch;
  const auto *at = dyn_cast<BinaryOperator>(&value);
  return at && at->getOpcode() == Instruction::Sub && match(at->getOperand(0), m_Zero());
}

bool IntegerFlow::add(const Value &value, ArrayRef<Piece> pieces) {
  if (!mayHide(value.getType()) || isa<Constant>(value))
    return false;
  uint64_t size = sizeOf(value, function);
  Pieces own = of(value);
  bool hasChanged = false;
  for (const Piece &piece : pieces) {
    if (piece.kind == Kind::Integer || piece.offset + piece.size > size ||
        (piece.kind == Kind::Pointer && isNegative(value)))
      continue;
    Pieces joined = own;
    addPiece(joined, piece);
    if (joined == own || mutation::breaks("flow", value))
      continue;
    addPiece(integers[&value], piece);
    own = of(value);
    hasChanged = true;
  }
  return hasChanged;
}

/// The bits of a number that was not loaded, perhaps as a union's.
static bool isMadeAsFloat(const Value &bits) {
  const auto *cast = dyn_cast<BitCastInst>(&bits);
  return cast && cast->getSrcTy()->isFloatingPointTy() &&
         !isa<LoadInst, PHINode, SelectInst>(cast->getOperand(0));
}

/// Does this turn the bits of a float into something that is not a float but has them
/// still: its high word, its bytes in another order? Low words of what was loaded say nothing:
/// they are what another member of a union would be.
bool IntegerFlow::cuts(const Instruction &move) const {
  int64_t size = sizeOf(move, function), by = 0;
  bool isShift = false;
  if (const auto *shift = dyn_cast<BinaryOperator>(&move); shift && shift->isShift()) {
    const auto *amount = dyn_cast<ConstantInt>(shift->getOperand(1));
    isShift = amount != nullptr;
    by = isShift ? int64_t(amount->getLimitedValue(4096)) / 8 : 0;
    by = shift->getOpcode() == Instruction::Shl ? by : -by;
  }
  bool isWhole = isShift || isa<TruncInst>(move); // whole bytes, in their order
  if (isa<TruncInst>(move) && isMadeAsFloat(*move.getOperand(0)))
    return true;
  return any_of(of(*move.getOperand(0)), [&](const Piece &piece) {
    int64_t begin = int64_t(piece.offset) + by, end = begin + int64_t(piece.size);
    bool isCut = begin < 0 && end > 0 && end <= size;
    return piece.kind == Kind::Float && (isCut || !isWhole);
  });
}

/// Moves that lose what they move: onlyMoves knows the others.
static bool reorders(const Instruction &move) {
  if (const auto *call = dyn_cast<IntrinsicInst>(&move))
    return is_contained({Intrinsic::bswap, Intrinsic::bitreverse, Intrinsic::fshl, Intrinsic::fshr},
                        call->getIntrinsicID());
  return move.isShift() || isa<ExtractElementInst, ShuffleVectorInst>(move);
}

bool IntegerFlow::holdsPart(const Value &value) const {
  SmallVector<const Value *, 8> work{&value};
  SmallPtrSet<const Value *, 8> seen;
  while (!work.empty() && seen.size() < limits::valuesOfPart) {
    const auto *move = dyn_cast<Instruction>(work.pop_back_val());
    if (!move || !mayHide(move->getType()) || !seen.insert(move).second)
      continue;
    bool isMove = onlyMoves(*move), isReorder = reorders(*move);
    if ((isReorder || isa<TruncInst>(move)) && cuts(*move) && !mutation::breaks("flow.cuts", *move))
      return true;
    if (isMove || isReorder)
      work.append(move->value_op_begin(), move->value_op_end());
  }
  return !work.empty(); // not all was looked at
}

bool IntegerFlow::flowBoth(const Value &a, const Value &b, bool isForward) {
  return isForward ? add(b, of(a)) : add(a, of(b));
}

bool IntegerFlow::flowShift(const BinaryOperator &shift, bool isForward) {
  const auto *amount = dyn_cast<ConstantInt>(shift.getOperand(1));
  if (!amount || amount->getValue().urem(8) != 0 || amount->getValue().ugt(4096))
    return false;
  int64_t bytes = amount->getZExtValue() / 8;
  if (shift.getOpcode() != Instruction::Shl)
    bytes = -bytes;
  uint64_t size = sizeOf(shift, function);
  const Value &source = *shift.getOperand(0);
  if (isForward)
    return add(shift, moved(of(source), bytes, size));
  return add(source, moved(of(shift), -bytes, size));
}

bool IntegerFlow::flowMask(const BinaryOperator &mask, bool isForward) {
  const Value &left = *mask.getOperand(0), &right = *mask.getOperand(1);
  unsigned opcode = mask.getOpcode();
  if (const auto *constant = dyn_cast<ConstantInt>(&right)) {
    Pieces kept;
    for (const Piece &piece : of(isForward ? left : mask))
      if (survives(piece, opcode, constant->getValue()))
        kept.push_back(piece);
    return isForward ? add(mask, kept) : add(left, kept);
  }
  if (opcode != Instruction::Or) // bits of two values at once: only `or` packs
    return false;
  uint64_t size = sizeOf(mask, function);
  bool hasChanged = false;
  for (const Value *operand : {&left, &right}) {
    if (isForward) {
      hasChanged |= add(mask, of(*operand));
      continue;
    }
    auto [first, last] = liveBytes(*operand, size);
    for (const Piece &piece : of(mask))
      if (piece.offset >= first && piece.offset + piece.size <= last)
        hasChanged |= add(*operand, piece);
  }
  return hasChanged;
}

/// What no sweep has to find out first: blocks need not stand in the order they run in.
static bool isCastAddress(const Value &value) {
  auto isCast = [](const Value *from) { return isa<PtrToIntOperator>(from); };
  return isCast(&value) || (isa<PHINode, SelectInst, FreezeInst>(value) &&
                            any_of(cast<User>(value).operand_values(), isCast));
}

bool IntegerFlow::isAddress(const Value &value) const {
  uint64_t size = function.getParent()->getDataLayout().getPointerSize();
  auto isWhole = [&](const Piece &piece) {
    return piece.kind == Kind::Pointer && piece.offset == 0 && piece.size == size;
  };
  return sizeOf(value, function) == size && (isCastAddress(value) || any_of(of(value), isWhole));
}

/// Is `value` an address, or arithmetic on one? The distance of two is not. Unknown of long
/// expressions.
std::optional<bool> IntegerFlow::comesFromAddress(const Value &value, unsigned depth) const {
  if (isAddress(value))
    return true;
  auto *made = dyn_cast<Instruction>(&value);
  if (!made || !(isArithmetic(*made) || isa<FreezeInst, PHINode, SelectInst>(made)) ||
      is_contained({Instruction::URem, Instruction::SRem}, made->getOpcode()))
    return false;
  if (depth == limits::depthOfAddressOrigin)
    return std::nullopt;
  bool isDistance = made->getOpcode() == Instruction::Sub, isAny = false, isUnknown = false;
  for (const Use &operand : made->operands()) {
    std::optional<bool> comes = comesFromAddress(*operand, depth + 1);
    if (comes && isDistance && *comes == (operand.getOperandNo() == 1))
      return false; // a number less something, or something less an address
    isUnknown |= !comes;
    isAny |= comes.value_or(false);
  }
  if (isUnknown && (isDistance || !isAny))
    return std::nullopt;
  return isAny;
}

/// Is an address among what the integer is computed of? Beyond some values the answer is yes.
bool IntegerFlow::dependsOnAddress(const Value &value) const {
  SmallSetVector<const Value *, 8> work;
  work.insert(&value);
  for (unsigned i = 0; i != work.size(); ++i) {
    if (i == limits::valuesOfAddressSum || isAddress(*work[i]))
      return true;
    if (auto *made = dyn_cast<Instruction>(work[i]); made && isArithmetic(*made))
      work.insert_range(made->operand_values());
  }
  return false;
}

/// address + n, address - n, address & -n, address | mark, address ^ mark; address | address, of
/// which one is null or both are the same
bool IntegerFlow::isMovedAddress(const BinaryOperator &sum) const {
  const Value &left = *sum.getOperand(0), &right = *sum.getOperand(1);
  switch (sum.getOpcode()) {
  case Instruction::Add:
    return (isAddress(left) && !dependsOnAddress(right)) ||
           (isAddress(right) && !dependsOnAddress(left));
  case Instruction::Sub:
    return isAddress(left) && !dependsOnAddress(right);
  case Instruction::And:
    return isAddress(left) && isMask(sum, right);
  case Instruction::Or:
    return isAddress(left) && (isMark(right) || isAddress(right));
  case Instruction::Xor:
    return isAddress(left) && isMark(right);
  default:
    return false;
  }
}

/// An address that is computed: of which operand?
bool IntegerFlow::flowAddress(const BinaryOperator &sum, bool isForward) {
  if (!isArithmetic(sum))
    return false;
  if (isForward)
    return isMovedAddress(sum) &&
           add(sum, of(isAddress(*sum.getOperand(0)) ? *sum.getOperand(0) : *sum.getOperand(1)));
  if (!isAddress(sum))
    return false;
  const Value &left = *sum.getOperand(0), &right = *sum.getOperand(1);
  if (isa<Constant>(right))
    return add(left, of(sum));
  if (sum.getOpcode() == Instruction::Xor) // of two addresses
    return false;
  std::optional<bool> isLeft = true, isRight = sum.getOpcode() != Instruction::Sub;
  if (!isMask(sum, right))
    isLeft = comesFromAddress(left, 0);
  if (*isRight && !isMask(sum, left))
    isRight = comesFromAddress(right, 0);
  return isLeft && isRight && *isLeft != *isRight && add(*isLeft ? left : right, of(sum));
}

bool IntegerFlow::flowAggregate(const Instruction &instruction, bool isForward) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  if (const auto *extract = dyn_cast<ExtractValueInst>(&instruction)) {
    const Value &whole = *extract->getAggregateOperand();
    int64_t offset = offsetOf(whole.getType(), extract->getIndices(), layout);
    if (isForward)
      return add(*extract, moved(of(whole), -offset, sizeOf(*extract, function)));
    return add(whole, moved(of(*extract), offset, sizeOf(whole, function)));
  }
  const auto &insert = cast<InsertValueInst>(instruction);
  const Value &part = *insert.getInsertedValueOperand();
  const Value &whole = *insert.getAggregateOperand();
  int64_t offset = offsetOf(insert.getType(), insert.getIndices(), layout);
  uint64_t partSize = sizeOf(part, function), size = sizeOf(insert, function);
  auto isOutside = [&](const Piece &piece) {
    return int64_t(piece.offset + piece.size) <= offset || piece.offset >= offset + partSize;
  };
  auto outside = [&](const Value &value) {
    Pieces rest;
    copy_if(of(value), std::back_inserter(rest), isOutside);
    return rest;
  };
  if (isForward)
    return either(add(insert, outside(whole)), add(insert, moved(of(part), offset, size)));
  return either(add(whole, outside(insert)), add(part, moved(of(insert), -offset, partSize)));
}

bool IntegerFlow::flowVector(const Instruction &instruction, bool isForward) {
  bool isExtract = isa<ExtractElementInst>(instruction);
  const Value &vector = *instruction.getOperand(0);
  const auto *index = dyn_cast<ConstantInt>(instruction.getOperand(isExtract ? 1 : 2));
  uint64_t bits = vector.getType()->getScalarSizeInBits();
  if (!index || bits % 8 != 0 || isa<ScalableVectorType>(vector.getType()))
    return false;
  int64_t offset = index->getZExtValue() * bits / 8, size = bits / 8;
  if (isExtract)
    return isForward ? add(instruction, moved(of(vector), -offset, size))
                     : add(vector, moved(of(instruction), offset, sizeOf(vector, function)));
  const Value &part = *instruction.getOperand(1);
  auto isOutside = [&](const Piece &piece) {
    return int64_t(piece.offset + piece.size) <= offset || int64_t(piece.offset) >= offset + size;
  };
  Pieces rest;
  copy_if(of(isForward ? vector : instruction), std::back_inserter(rest), isOutside);
  if (isForward)
    return either(add(instruction, rest),
                  add(instruction, moved(of(part), offset, sizeOf(vector, function))));
  return either(add(vector, rest), add(part, moved(of(instruction), -offset, size)));
}

bool IntegerFlow::flow(const Instruction &instruction, bool isForward) {
  bool hasChanged = false;
  switch (instruction.getOpcode()) {
  case Instruction::BitCast:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Freeze:
    // Vectors of other element sizes: a cast of elements is not one of bytes.
    if (instruction.getType()->isVectorTy() && isa<TruncInst, ZExtInst, SExtInst>(instruction))
      return false;
    return flowBoth(*instruction.getOperand(0), instruction, isForward);
  case Instruction::PHI:
    for (const Value *incoming : cast<PHINode>(instruction).incoming_values())
      hasChanged |= flowBoth(*incoming, instruction, isForward);
    return hasChanged;
  case Instruction::Select:
    return either(flowBoth(*instruction.getOperand(1), instruction, isForward),
                  flowBoth(*instruction.getOperand(2), instruction, isForward));
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return either(flowShift(cast<BinaryOperator>(instruction), isForward),
                  flowAddress(cast<BinaryOperator>(instruction), isForward));
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return either(flowMask(cast<BinaryOperator>(instruction), isForward),
                  flowAddress(cast<BinaryOperator>(instruction), isForward));
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::UDiv:
    return flowAddress(cast<BinaryOperator>(instruction), isForward);
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
    return flowVector(instruction, isForward);
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
    return flowAggregate(instruction, isForward);
  default:
    return false;
  }
}

bool IntegerFlow::sweep() {
  bool hasChanged = false;
  for (const Instruction &instruction : instructions(function))
    hasChanged |= flow(instruction, true);
  for (BasicBlock &block : reverse(function))
    for (const Instruction &instruction : reverse(block))
      hasChanged |= flow(instruction, false);
  return hasChanged;
}

} // namespace enzyme
