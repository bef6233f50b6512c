//===- BitChanges.cpp -----------------------------------------------------===//
#include "bits/BitChanges.h"
#include "bits/AffineBits.h"
#include "limits/bits.h"
#include "rules/Rounding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include <cmath>

using namespace llvm;

namespace enzyme {
namespace {

constexpr int fewestBits = 15;    ///< of a significand
constexpr unsigned halfBytes = 4; ///< of a double

/// The change is lost; whether the rest is known is not.
Change stepOf(Change change, bool losesBits) {
  Change step;
  step.isKnown = change.isKnown;
  step.losesBits = change.losesBits || (losesBits && change.isAny);
  return step;
}

int widthOf(const Value &value) { return int(value.getType()->getScalarSizeInBits()); }

bool isConversion(const IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
  case Intrinsic::x86_sse2_cvtps2dq:
  case Intrinsic::x86_sse2_cvttps2dq:
    return true;
  default:
    return false;
  }
}

/// The number that is converted to an integer; null if `at` does not do so.
Value *convertedBy(Instruction &at) {
  const auto *call = dyn_cast<IntrinsicInst>(&at);
  bool isOne = isa<FPToSIInst, FPToUIInst>(at) || (call && isConversion(*call)) ||
               (isa<CallInst>(at) && at.getType()->isIntOrIntVectorTy() && roundsToWhole(at));
  return isOne ? at.getOperand(0) : nullptr;
}

/// The integer whose magnitude `at` is; null if it is not one.
Value *magnitudeBy(Instruction &at) {
  auto *call = dyn_cast<IntrinsicInst>(&at);
  return call && call->getIntrinsicID() == Intrinsic::abs ? call->getArgOperand(0) : nullptr;
}

/// What was rounded before it was converted.
Value *unrounded(Value *number) {
  for (auto *call = dyn_cast<CallBase>(number); call && roundsToWhole(*call);
       call = dyn_cast<CallBase>(number))
    number = call->getArgOperand(0);
  return number;
}

/// The float whose bits `at` is.
Value *floatOfBits(const Instruction &at) {
  const auto *cast = dyn_cast<BitCastInst>(&at);
  Value *from = cast ? cast->getOperand(0) : nullptr;
  bool isFloat = from && FloatBits::of(*from->getType()->getScalarType()) &&
                 at.getType()->isIntOrIntVectorTy() && widthOf(*from) == widthOf(at);
  return isFloat ? from : nullptr;
}

/// Of a sum, or of one of several.
Change both(const Change &a, const Change &b) {
  Change result = a.isAny ? a : b;
  result.isKnown = a.isKnown && b.isKnown;
  result.losesBits = a.losesBits || b.losesBits;
  if (!a.isAny || !b.isAny)
    return result;
  result.isOfBits = a.isOfBits || b.isOfBits;
  result.isConverted = a.isConverted || b.isConverted;
  result.isOwn = true;
  result.isPlaced = a.isPlaced && b.isPlaced && a.low == b.low && a.top == b.top;
  result.low = std::max(a.low, b.low);
  result.top = std::min(a.top, b.top);
  return result;
}

/// Of `x & mask`, `x | mask`, `x ^ mask`.
Change masked(Change change, unsigned opcode, APInt mask) {
  if (!change.isAny || !change.isPlaced)
    return stepOf(change, true);
  APInt part = mask.extractBits(change.top - change.low, change.low);
  if (opcode == Instruction::Or)
    part = ~part;
  if (opcode == Instruction::Xor)
    return part.isZero() || part.isAllOnes() ? change : stepOf(change, true);
  int kept = int(part.countl_one());
  if (part.isZero())
    return stepOf(change, false);
  if (kept < std::min(fewestBits, change.top - change.low) || int(part.popcount()) != kept)
    return stepOf(change, true);
  change.low = change.top - kept;
  return change;
}

} // namespace

Change BitChanges::narrowed(Change change, int width) const {
  if (change.isConverted && !change.isOfBits)
    change.top = std::min(change.top, width);
  bool isCut = change.isOfBits && (!change.isPlaced || change.top > width);
  return change.isAny && isCut ? stepOf(change, true) : change;
}

Change BitChanges::ofShift(const BinaryOperator &at, Change change) const {
  const APInt *amount = constantBits(*at.getOperand(1));
  if (!amount || !change.isAny)
    return stepOf(change, true);
  int by = int(amount->getLimitedValue(widthOf(at)));
  if (at.getOpcode() == Instruction::Shl) {
    change.low += by, change.top += by;
    bool isExponent = made && change.low > int(made->significand) - fewestBits;
    return change.isConverted && !change.isOfBits && isExponent ? stepOf(change, false)
                                                                : narrowed(change, widthOf(at));
  }
  if (!change.isPlaced && by > 8)
    return stepOf(change, true);
  change.top -= by;
  if (change.top <= 0)
    return stepOf(change, false);
  change.low = std::max(change.low - by, 0);
  return change.top - change.low < fewestBits ? stepOf(change, true) : change;
}

/// Of a product with a constant, or a quotient.
Change BitChanges::ofProduct(const BinaryOperator &at, Change change) const {
  const APInt *factor = constantBits(*at.getOperand(1));
  bool isProduct = at.getOpcode() == Instruction::Mul;
  bool isBounded = factor && (isProduct ? at.hasNoSignedWrap() || at.hasNoUnsignedWrap()
                                        : factor->ule(limits::divisorOfBits) && !factor->isZero());
  if (!isBounded || !change.isAny)
    return stepOf(change, true);
  change.isOwn = true;
  change.isPlaced = false;
  return change;
}

/// Are the bits of both in different places, or beside the significand that is made?
bool BitChanges::areApart(const BinaryOperator &at) const {
  Value *one = at.getOperand(0), *other = at.getOperand(1);
  auto isAbove = [&](const Value *value) {
    return made && computeKnownBits(value, layout).countMinTrailingZeros() >= made->significand;
  };
  return haveNoCommonBitsSet(one, other, SimplifyQuery(layout)) || isAbove(one) || isAbove(other);
}

/// Is `value` loaded where the code reads or writes addresses, and not as a number's bits?
bool BitChanges::isLoadedAddress(const Value &value) {
  const auto *load = dyn_cast<LoadInst>(&value);
  return load && load->getType()->isIntegerTy(64) && !numbers.takenFor(*load) &&
         none_of(load->users(), [](const User *user) { return isa<BitCastInst>(user); }) &&
         numbers.holdsAddress(*load->getPointerOperand(), *load->getType());
}

/// The size of a container, where LLVM has left addresses as words: other memory of the same class
/// may hold numbers at any place.
bool BitChanges::isDistance(const BinaryOperator &at) {
  return at.getOpcode() == Instruction::Sub && isLoadedAddress(*at.getOperand(0)) &&
         isLoadedAddress(*at.getOperand(1));
}

Change BitChanges::ofOperator(BinaryOperator &at, unsigned depth) {
  if (isDistance(at))
    return {};
  Change left = visit(*at.getOperand(0), depth + 1);
  if (at.isShift())
    return ofShift(at, left);
  switch (at.getOpcode()) {
  case Instruction::Mul:
  case Instruction::UDiv:
  case Instruction::SDiv:
    return ofProduct(at, left);
  case Instruction::Add:
  case Instruction::Sub:
    return both(left, visit(*at.getOperand(1), depth + 1));
  default:
    break;
  }
  if (const APInt *mask = constantBits(*at.getOperand(1)); mask && at.isBitwiseLogicOp())
    return masked(left, at.getOpcode(), *mask);
  Change sum = both(left, visit(*at.getOperand(1), depth + 1));
  bool isSum = at.getOpcode() == Instruction::Or || at.getOpcode() == Instruction::Xor;
  return isSum && areApart(at) ? sum : stepOf(sum, true);
}

Change BitChanges::ofBits(const Type &number) const {
  Change change;
  change.isAny = change.isOfBits = true;
  change.top = int(FloatBits::of(*number.getScalarType())->significand);
  change.isOwn = made && int(made->significand) != change.top; // it becomes one of another type
  return change;
}

/// The type of the number whose word is loaded, or was said to be; null if there is none.
Type *BitChanges::numberLoaded(const Instruction &at) {
  if (Type *number = numbers.takenFor(at))
    return number;
  const auto *load = dyn_cast<LoadInst>(&at);
  if (!load || !load->isSimple())
    return nullptr;
  for (const User *user : load->users())
    if (isa<BitCastInst>(user) && FloatBits::of(*user->getType()))
      return user->getType();
  return numbers.in(*load->getPointerOperand(), *load->getType());
}

/// The type of the number whose upper half is loaded alone; null if none is, or it is not
/// converted to a number.
Type *BitChanges::numberHalved(const Instruction &at) {
  const auto *load = dyn_cast<LoadInst>(&at);
  bool isHalf = !made && load && load->isSimple() && load->getType()->isIntegerTy(8 * halfBytes) &&
                layout.isLittleEndian();
  return isHalf ? numbers.doubleAround(*load->getPointerOperand(), halfBytes) : nullptr;
}

Change BitChanges::compute(Instruction &at, unsigned depth) {
  if (Value *x = floatOfBits(at))
    return ofBits(*x->getType());
  Change change;
  if (Type *number = numberHalved(at)) {
    change = ofBits(*number);
    change.top -= int(8 * halfBytes);
    return change;
  }
  if (Type *number = numberLoaded(at))
    return ofBits(*number);
  if (convertedBy(at)) { // a step, unless it becomes the bits of a float
    change.isAny = change.isConverted = made.has_value();
    change.top = widthOf(at);
    return change;
  }
  if (Value *integer = magnitudeBy(at)) {
    change = visit(*integer, depth + 1);
    change.isOwn = true;
    change.isPlaced = false;
    return change;
  }
  if (auto *binary = dyn_cast<BinaryOperator>(&at))
    return ofOperator(*binary, depth);
  if (isa<TruncInst>(at))
    return narrowed(visit(*at.getOperand(0), depth + 1), widthOf(at));
  if (isa<ZExtInst, SExtInst, FreezeInst>(at))
    return visit(*at.getOperand(0), depth + 1);
  if (auto *choice = dyn_cast<SelectInst>(&at))
    return both(visit(*choice->getTrueValue(), depth + 1),
                visit(*choice->getFalseValue(), depth + 1));
  if (auto *choice = dyn_cast<PHINode>(&at)) {
    change = visit(*choice->getIncomingValue(0), depth + 1);
    for (Value *value : drop_begin(choice->incoming_values()))
      change = both(change, visit(*value, depth + 1));
    return change;
  }
  return Change::unknown();
}

Change BitChanges::visit(Value &value, unsigned depth) {
  if (isa<Constant>(value))
    return {};
  auto *at = dyn_cast<Instruction>(&value);
  if (!at || depth > limits::depthOfBitChange || known.size() > limits::valuesOfBitChange)
    return Change::unknown();
  auto [entry, isNew] = known.try_emplace(&value, assumed.lookup(&value));
  if (!isNew) {
    isInLoop = true; // perhaps
    return entry->second;
  }
  Change change = compute(*at, depth);
  return known[&value] = change;
}

/// What is made of itself, in loops, changes as it was assumed to do, at last.
Change BitChanges::of(Value &value) {
  for (unsigned round = 0; round != limits::roundsOfBitChange; ++round) {
    isInLoop = false;
    known.clear();
    Change change = visit(value, 0);
    if (!isInLoop || known == assumed)
      return change;
    assumed = known;
  }
  known.clear();
  return Change::unknown();
}

Value *BitChanges::times(IRBuilder<> &builder, Value *change, double factor) const {
  return factor == 1 ? change : builder.CreateFMul(change, ConstantFP::get(type, factor));
}

/// (x - x) * 2^(1 - exponent) * 2^(significand - 1), with x's sign: no factor is out of range.
/// Nothing of x where that is too small to be normalised: there, small integers lie among numbers,
/// too, whose tangents may be no numbers.
Value *BitChanges::emitOfBits(IRBuilder<> &builder, Value &x) const {
  FloatBits format = *FloatBits::of(*x.getType()->getScalarType());
  Type *integers = x.getType()->getWithNewType(builder.getIntNTy(format.width));
  auto number = [&](const APInt &bits) { return ConstantInt::get(integers, bits); };
  auto count = [&](uint64_t bits) { return ConstantInt::get(integers, bits); };
  uint64_t bias = format.one().lshr(format.significand).getZExtValue();
  Value *bits = builder.CreateBitCast(&x, integers),
        *exponent = builder.CreateLShr(builder.CreateAnd(bits, number(format.exponentMask())),
                                       format.significand),
        *isSmall = builder.CreateICmpEQ(exponent, count(0)),
        *own = builder.CreateSelect(isSmall, count(2 * bias + 1), exponent),
        *inverse =
            builder.CreateShl(builder.CreateSub(count(2 * bias + 1), own), format.significand),
        *sign = builder.CreateAnd(bits, number(format.signMask())),
        *slope = builder.CreateBitCast(builder.CreateOr(inverse, sign), x.getType()),
        *moved = builder.CreateFSub(&x, constantly(builder, &x)),
        *taken = builder.CreateSelect(isSmall, Constant::getNullValue(x.getType()), moved),
        *change = builder.CreateFMul(taken, constantly(builder, slope));
  return times(builder, builder.CreateFPCast(change, type),
               std::ldexp(1.0, int(format.significand) - 1));
}

/// The whole number is read again, for what changes.
Value *BitChanges::emitOfHalf(IRBuilder<> &builder, LoadInst &half, Type &number) const {
  Value *begin = builder.CreateGEP(builder.getInt8Ty(), half.getPointerOperand(),
                                   builder.getInt64(-int64_t(halfBytes))),
        *whole =
            builder.CreateAlignedLoad(&number, begin, commonAlignment(half.getAlign(), halfBytes));
  return times(builder, emitOfBits(builder, *whole), std::ldexp(1.0, -int(8 * halfBytes)));
}

Value *BitChanges::emitOperator(IRBuilder<> &builder, BinaryOperator &at) {
  Value *left = emit(*at.getOperand(0));
  const APInt *constant = constantBits(*at.getOperand(1));
  auto asDouble = [&](bool isSigned) { return constant->roundToDouble(isSigned); };
  switch (at.getOpcode()) {
  case Instruction::Shl:
    return times(builder, left, std::ldexp(1.0, int(constant->getLimitedValue(64))));
  case Instruction::LShr:
  case Instruction::AShr:
    return times(builder, left, std::ldexp(1.0, -int(constant->getLimitedValue(64))));
  case Instruction::Mul:
    return times(builder, left, asDouble(at.hasNoSignedWrap()));
  case Instruction::UDiv:
  case Instruction::SDiv:
    return times(builder, left, 1 / asDouble(false));
  case Instruction::Xor:
    if (constant) {
      int lowest = known.lookup(at.getOperand(0)).low;
      return (*constant)[lowest] ? builder.CreateFNeg(left) : left;
    }
    break;
  default:
    break;
  }
  Value *right = emit(*at.getOperand(1));
  if (!right)
    return left;
  if (at.getOpcode() == Instruction::Sub)
    return left ? builder.CreateFSub(left, right) : builder.CreateFNeg(right);
  return left ? builder.CreateFAdd(left, right) : right;
}

Value *BitChanges::emitChoice(PHINode &choice) {
  auto *change =
      PHINode::Create(type, choice.getNumIncomingValues(), "change", choice.getIterator());
  emitted[&choice] = change; // of itself, in loops
  for (auto [value, block] : zip(choice.incoming_values(), choice.blocks()))
    change->addIncoming(orZero(emit(*value)), block);
  return change;
}

Value *BitChanges::compose(IRBuilder<> &builder, Instruction &at) {
  if (Value *x = floatOfBits(at))
    return emitOfBits(builder, *x);
  if (Type *number = numberHalved(at))
    return emitOfHalf(builder, cast<LoadInst>(at), *number);
  if (Type *number = numberLoaded(at))
    return emitOfBits(builder, *builder.CreateBitCast(&at, number));
  if (Value *number = convertedBy(at)) {
    number = unrounded(number);
    Value *change = builder.CreateFSub(number, constantly(builder, number));
    return builder.CreateFPCast(change, type);
  }
  if (Value *integer = magnitudeBy(at)) {
    Value *change = emit(*integer),
          *isNegative = builder.CreateICmpSLT(integer, Constant::getNullValue(integer->getType()));
    return builder.CreateSelect(isNegative, builder.CreateFNeg(change), change);
  }
  if (auto *binary = dyn_cast<BinaryOperator>(&at))
    return emitOperator(builder, *binary);
  if (auto *choice = dyn_cast<PHINode>(&at))
    return emitChoice(*choice);
  if (auto *choice = dyn_cast<SelectInst>(&at)) {
    Value *one = orZero(emit(*choice->getTrueValue()));
    return builder.CreateSelect(choice->getCondition(), one,
                                orZero(emit(*choice->getFalseValue())));
  }
  return emit(*at.getOperand(0));
}

/// Each change stands behind the integer that changes so.
Value *BitChanges::emit(Value &value) {
  auto *at = known.lookup(&value).isAny ? cast<Instruction>(&value) : nullptr;
  if (!at)
    return nullptr;
  if (Value *before = emitted.lookup(at))
    return before;
  IRBuilder<> builder(at->getContext());
  builder.SetInsertPoint(*at->getInsertionPointAfterDef());
  builder.SetCurrentDebugLocation(at->getDebugLoc());
  Value *change = compose(builder, *at);
  return emitted[at] = change;
}

} // namespace enzyme
