//===- ScaledBits.cpp - floats made of the bits of another ----------------===//
//
// Problem: log, exp, pow and their relatives are written, in most mathematical libraries,
// with integers that are the bits of floats: by words, halves, masks and shifts.
//
// Here: of the integer that becomes a float it is asked bit by bit where it comes from.
// Where the significand's bits are those of one float x in their places (low ones may be
// cleared), the result is y = x * s - r, or x itself where all its bits are. s is a power of two
// with a sign, r what was cleared; neither changes where x changes a little. They are computed from
// y itself. If what comes out is not y (zeros, numbers too small or too large, NaN), y is taken as
// it is, and changes with nothing.
//
// Who cleared low bits and then computes with x - y has divided x into what is looked up in a
// table, or is exact, and a rest. There the rest changes with x, and y with nothing.
//
// Other sums of the bits: AffineBits.h. Where such a sum is stored, it is that of a float of its
// own, and where what was loaded is decoded so, a float was loaded.
//===----------------------------------------------------------------------===//
#include "bits/ScaledBits.h"
#include "bits/AffineBits.h"
#include "support/BitOrigins.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What is known about a float made of another's bits.
struct MadeOf {
  Value *x = nullptr;
  bool isScaled = false, isCut = false;
};

std::optional<MadeOf> madeOf(const BitOrigins &bits, const FloatBits &format) {
  MadeOf made;
  uint64_t rounding = 0, cut = 0; // what was added to round, what the cleared bits can hold
  for (unsigned i = 0; i != format.width; ++i) {
    const BitOrigin &bit = bits[i];
    bool isFirst = !made.x && i < format.significand;
    if (isFirst && bit.kind == BitOrigin::Zero) {
      cut = cut << 1 | 1;
      continue;
    }
    if (isFirst && bit.addend <= cut) {
      made.x = bit.source;
      rounding = bit.addend;
    }
    bool isOwn = bit.kind == BitOrigin::OfFloat && bit.place == i && bit.source == made.x &&
                 bit.addend == rounding;
    if (!isOwn && i < format.significand)
      return std::nullopt;
    made.isScaled |= !isOwn;
  }
  made.isCut = cut != 0;
  return made.x ? std::optional(made) : std::nullopt;
}

/// y / x, if that is a power of two: its exponent is the difference of theirs, its sign theirs
/// compared.
Value *scaleOf(IRBuilder<> &builder, Value *bits, Value *x, const FloatBits &format) {
  Type *integers = bits->getType();
  Value *own = builder.CreateBitCast(x, integers);
  auto number = [&](const APInt &value) { return ConstantInt::get(integers, value); };
  auto exponent = [&](Value *of) { return builder.CreateAnd(of, number(format.exponentMask())); };
  Value *difference = builder.CreateSub(exponent(bits), exponent(own)),
        *magnitude = exponent(builder.CreateAdd(difference, number(format.one()))),
        *sign = builder.CreateAnd(builder.CreateXor(bits, own), number(format.signMask()));
  return constantly(builder,
                    builder.CreateBitCast(builder.CreateOr(magnitude, sign), x->getType()));
}

/// The y of what `named` made.
Value *findBits(SelectInst &choice) {
  auto *isSame = dyn_cast<FCmpInst>(choice.getCondition());
  return isSame ? isSame->getOperand(1) : nullptr;
}

/// Whether a float is x, or made of its bits.
bool isOf(Value &number, const Value &x) {
  if (&number == &x)
    return true;
  auto *choice = dyn_cast<SelectInst>(&number); // named before
  auto *cast = dyn_cast_or_null<BitCastInst>(choice ? findBits(*choice) : &number);
  return cast && cast->getSrcTy()->isIntOrIntVectorTy() &&
         any_of(originsOf(*cast->getOperand(0)),
                [&](const BitOrigin &bit) { return bit.source == &x; });
}

bool hasRest(BitCastInst &made, const Value &x) {
  return any_of(made.users(), [&](User *user) {
    auto *difference = dyn_cast<BinaryOperator>(user);
    return difference && difference->getOpcode() == Instruction::FSub &&
           isOf(*difference->getOperand(difference->getOperand(0) == &made ? 1 : 0), x);
  });
}

Value *named(IRBuilder<> &builder, BitCastInst &made, const MadeOf &how, const FloatBits &format) {
  Value *y = &made, *result = how.x;
  if (!how.isScaled && !how.isCut) // taken apart and put together again
    return how.x;
  if (how.isCut && hasRest(made, *how.x))
    return constantly(builder, y);
  if (how.isScaled)
    result = builder.CreateFMul(result, scaleOf(builder, made.getOperand(0), how.x, format));
  if (how.isCut)
    result = builder.CreateFSub(result, constantly(builder, builder.CreateFSub(result, y)));
  return builder.CreateSelect(builder.CreateFCmpOEQ(result, y), result, constantly(builder, y));
}

/// The bits of a float, as one; integers that were loaded or chosen are taken for such.
Value *floatOfWord(Value &word, Type *type) {
  if (auto *cast = dyn_cast<BitCastInst>(&word))
    return cast->getSrcTy() == type ? cast->getOperand(0) : nullptr;
  auto *at = dyn_cast<Instruction>(&word);
  if (!isa<LoadInst, PHINode, SelectInst, FreezeInst>(word))
    return nullptr;
  IRBuilder<> builder(&*at->getInsertionPointAfterDef().value());
  return builder.CreateBitCast(at, type);
}

/// A sum of the bits of a float; null if it is none.
Value *floatOfSum(IRBuilder<> &builder, Value &bits, Type *type) {
  std::optional<FloatBits> format = FloatBits::of(*type);
  std::optional<AffineBits> sum = format ? affineBits(bits, *format) : std::nullopt;
  if (!sum || (!isa<BitCastInst>(sum->word) && !sum->isCode()))
    return nullptr;
  Value *x = floatOfWord(*sum->word, type);
  if (!x || sum->isWhole)
    return x;
  return changingWith(builder, x, builder.CreateBitCast(&bits, type), *sum, *format);
}

/// Of integers that nothing says are floats.
enum class Words { AreIntegers, AreFloats };

/// A significand without an exponent, perhaps with the leading one that numbers leave out (`bits &
/// 0xfffffffffffff | 1 << 52`): an integer. The float with these bits is almost zero, and too small
/// to have a derivative.
bool isSignificand(const BitOrigins &bits, const FloatBits &format) {
  return all_of(ArrayRef(bits).slice(format.significand + 1, format.width - format.significand - 2),
                [](const BitOrigin &bit) { return bit.kind == BitOrigin::Zero; });
}

/// The float that these bits are, if that is plain to see or they are those of another scaled.
Value *floatOf(IRBuilder<> &builder, Value *bits, Type *type, Words words) {
  if (auto *constant = dyn_cast<Constant>(bits))
    return ConstantExpr::getBitCast(constant, type);
  if (auto *cast = dyn_cast<BitCastInst>(bits))
    return cast->getSrcTy() == type ? cast->getOperand(0) : nullptr;
  if (!isa<BinaryOperator>(bits))
    return words == Words::AreFloats ? floatOfWord(*bits, type) : nullptr;
  std::optional<FloatBits> format = FloatBits::of(*type->getScalarType());
  BitOrigins origins = originsOf(*bits);
  std::optional<MadeOf> how = madeOf(origins, *format);
  if (how && isSignificand(origins, *format))
    return nullptr;
  if (!how || how->x->getType() != type)
    return floatOfSum(builder, *bits, type);
  auto *made = cast<BitCastInst>(builder.CreateBitCast(bits, type));
  return named(builder, *made, *how, *format);
}

/// The float whose bits, or a sum of whose bits, this is; null if it is none.
const BitCastInst *bitsOfFloat(Value &value) {
  const auto *cast = dyn_cast<BitCastInst>(&value);
  if (!cast && value.getType()->isIntegerTy())
    for (const Type *type :
         {Type::getDoubleTy(value.getContext()), Type::getFloatTy(value.getContext())})
      if (auto sum = affineBits(value, *FloatBits::of(*type)); sum && sum->isCode())
        cast = cast ? cast : dyn_cast<BitCastInst>(sum->word);
  return cast && FloatBits::of(*cast->getSrcTy()->getScalarType()) ? cast : nullptr;
}

/// The type of the floats whose bits are chosen among; null if there are none.
template <typename Values> Type *floatsAmong(const Values &values) {
  for (Value *value : values)
    if (const BitCastInst *bits = bitsOfFloat(*value))
      return bits->getSrcTy();
  return nullptr;
}

/// log begins so for numbers that are too small to be normalised:
///     bits = x is small ? bits of x * 2^52 less (52 << 52) : bits of x
/// The choice is made between floats.
bool nameChoice(PHINode &choice, Type *type, Words words) {
  SmallVector<Value *, 2> floats;
  for (auto [value, block] : zip(choice.incoming_values(), choice.blocks())) {
    IRBuilder<> builder(block->getTerminator());
    Value *number = type ? floatOf(builder, value, type, words) : nullptr;
    if (!number)
      return false;
    floats.push_back(number);
  }
  IRBuilder<> builder(&choice);
  PHINode *chosen = builder.CreatePHI(type, floats.size());
  for (auto [number, block] : zip(floats, choice.blocks()))
    chosen->addIncoming(number, block);
  builder.SetInsertPoint(choice.getParent(), choice.getParent()->getFirstInsertionPt());
  choice.replaceAllUsesWith(builder.CreateBitCast(chosen, choice.getType()));
  return true;
}

bool nameChoice(SelectInst &choice, Type *type, Words words) {
  if (!type)
    return false;
  IRBuilder<> builder(&choice);
  Value *one = floatOf(builder, choice.getTrueValue(), type, words),
        *other = one ? floatOf(builder, choice.getFalseValue(), type, words) : nullptr;
  if (!other)
    return false;
  Value *chosen = builder.CreateSelect(choice.getCondition(), one, other);
  choice.replaceAllUsesWith(builder.CreateBitCast(chosen, choice.getType()));
  return true;
}

void nameChoices(Function &function) {
  for (Instruction &at : make_early_inc_range(instructions(function))) {
    if (!at.getType()->isIntOrIntVectorTy())
      continue;
    auto *merge = dyn_cast<PHINode>(&at);
    auto *select = dyn_cast<SelectInst>(&at);
    Type *floats = merge    ? floatsAmong(merge->incoming_values())
                   : select ? floatsAmong(ArrayRef{select->getTrueValue(), select->getFalseValue()})
                            : nullptr;
    if ((merge && nameChoice(*merge, floats, Words::AreIntegers)) ||
        (select && nameChoice(*select, floats, Words::AreIntegers)))
      at.eraseFromParent();
  }
}

/// A float that is a sum of the bits of another, or is chosen among such.
void nameIfSum(BitCastInst &made) {
  Value *bits = made.getOperand(0);
  Type *type = made.getType();
  if (!FloatBits::of(*type) || !bits->getType()->isIntegerTy())
    return;
  IRBuilder<> builder(made.getNextNode());
  if (isa<BinaryOperator>(bits)) {
    if (Value *sum = floatOfSum(builder, *bits, type))
      made.replaceAllUsesWith(sum);
    return;
  }
  auto isSum = [](const Value *value) { return isa<BinaryOperator>(value); };
  auto *select = dyn_cast<SelectInst>(bits);
  auto *merge = dyn_cast<PHINode>(bits);
  bool isNamed = (select && any_of(select->operand_values(), isSum) &&
                  nameChoice(*select, type, Words::AreFloats)) ||
                 (merge && any_of(merge->incoming_values(), isSum) &&
                  nameChoice(*merge, type, Words::AreFloats));
  if (!isNamed)
    return;
  made.replaceAllUsesWith(cast<BitCastInst>(made.getOperand(0))->getOperand(0));
  cast<Instruction>(bits)->eraseFromParent();
}

/// Sums of the bits of a float that leave in memory, in a choice or a call are the bits of
/// another float.
void nameIfCode(BinaryOperator &at) {
  auto isUsedSo = [](const Use &use) {
    const User *user = use.getUser();
    return isa<StoreInst>(user) ? use.getOperandNo() == 0 : isa<PHINode, ReturnInst>(user);
  };
  const BitCastInst *bits = any_of(at.uses(), isUsedSo) ? bitsOfFloat(at) : nullptr;
  if (!bits)
    return;
  IRBuilder<> builder(at.getNextNode());
  Value *sum = floatOf(builder, &at, bits->getSrcTy(), Words::AreIntegers);
  Value *code = sum ? builder.CreateBitCast(sum, at.getType()) : nullptr;
  if (code)
    at.replaceUsesWithIf(code, isUsedSo);
}

void nameIfScaled(BitCastInst &made) {
  Type *type = made.getType();
  if (!FloatBits::of(*type->getScalarType()) ||
      !isa<BinaryOperator, SelectInst, ZExtInst, TruncInst, IntrinsicInst>(made.getOperand(0)) ||
      made.getSrcTy()->getScalarSizeInBits() != type->getScalarSizeInBits())
    return;
  FloatBits format = *FloatBits::of(*type->getScalarType());
  std::optional<MadeOf> how = madeOf(originsOf(*made.getOperand(0)), format);
  if (!how || how->x->getType() != type)
    return nameIfSum(made);
  IRBuilder<> builder(made.getNextNode());
  builder.SetCurrentDebugLocation(made.getDebugLoc());
  SmallVector<Use *, 4> uses;
  for (Use &use : made.uses())
    uses.push_back(&use);
  Value *result = named(builder, made, *how, format);
  for (Use *use : uses)
    use->set(result);
}

} // namespace

/// Is it made of the bits of a float, or a float of it?
static bool isOfFloat(const BinaryOperator &at) {
  return any_of(at.operands(), [](const Use &use) { return isa<BitCastInst>(use); }) ||
         any_of(at.users(), [](const User *user) { return isa<BitCastInst>(user); });
}

static void chooseBySigns(Function &function) {
  for (Instruction &at : make_early_inc_range(instructions(function)))
    if (auto *masked = dyn_cast<BinaryOperator>(&at); masked && isOfFloat(*masked))
      if (Value *choice = chosenBySign(*masked)) {
        masked->replaceAllUsesWith(choice);
        masked->eraseFromParent();
      }
}

void nameScaledBits(Function &function) {
  chooseBySigns(function);
  nameChoices(function);
  SmallVector<BitCastInst *, 8> casts;
  SmallVector<BinaryOperator *, 8> sums;
  for (Instruction &at : instructions(function))
    if (auto *cast = dyn_cast<BitCastInst>(&at); cast && cast->getType()->isFPOrFPVectorTy())
      casts.push_back(cast);
    else if (auto *sum = dyn_cast<BinaryOperator>(&at))
      sums.push_back(sum);
  for (BitCastInst *cast : casts)
    nameIfScaled(*cast);
  for (BinaryOperator *sum : sums)
    nameIfCode(*sum);
}

} // namespace enzyme
