//===- ConvertedBits.cpp --------------------------------------------------===//
#include "prepare/ConvertedBits.h"
#include "prepare/AffineBits.h"
#include "prepare/BitChanges.h"
#include "prepare/NumbersAt.h"
#include "prepare/Walk.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include <cmath>

using namespace llvm;

namespace enzyme {
namespace {

/// 2^exponent of y, with its sign; zero where y is too small to be normalised.
Value *powerOf(IRBuilder<> &builder, Value *y, const FloatBits &format) {
  Type *integers = y->getType()->getWithNewType(builder.getIntNTy(format.width));
  Value *mask = ConstantInt::get(integers, format.exponentMask() | format.signMask()),
        *power = builder.CreateAnd(builder.CreateBitCast(y, integers), mask);
  return constantly(builder, builder.CreateBitCast(power, y->getType()));
}

/// Where the change is no number, the value changes with nothing.
void addChange(IRBuilder<> &builder, Instruction &value, Value *base, Value *change,
               ArrayRef<Use *> uses) {
  Value *result = builder.CreateFAdd(base, change),
        *chosen = builder.CreateSelect(builder.CreateFCmpOEQ(result, &value), result, base);
  for (Use *use : uses)
    use->set(chosen);
}

SmallVector<Use *, 4> usesOf(Instruction &value) {
  SmallVector<Use *, 4> uses;
  for (Use &use : value.uses())
    uses.push_back(&use);
  return uses;
}

void nameNumber(Instruction &number) {
  BitChanges changes(number.getDataLayout(), std::nullopt, number.getType());
  if (!changes.of(*number.getOperand(0)).isAny)
    return;
  SmallVector<Use *, 4> uses = usesOf(number);
  IRBuilder<> builder(number.getNextNode());
  builder.SetCurrentDebugLocation(number.getDebugLoc());
  Value *change = changes.emit(builder, *number.getOperand(0));
  addChange(builder, number, constantly(builder, &number), change, uses);
}

/// Does nameScaledBits not know of it, and is all in sight that changes?
bool isNew(const Change &how) {
  bool isOwn = how.isAny && (how.isConverted || how.isOwn);
  return isOwn && !how.losesBits && (how.isKnown || !how.isOfBits);
}

void nameFloat(BitCastInst &made) {
  std::optional<FloatBits> format = FloatBits::of(*made.getType()->getScalarType());
  Value &bits = *made.getOperand(0);
  if (!format || !bits.getType()->isIntOrIntVectorTy() ||
      bits.getType()->getScalarSizeInBits() != format->width)
    return;
  BitChanges changes(made.getDataLayout(), format, made.getType());
  Change how = changes.of(bits);
  if (!isNew(how))
    return;
  SmallVector<Use *, 4> uses = usesOf(made);
  IRBuilder<> builder(made.getNextNode());
  builder.SetCurrentDebugLocation(made.getDebugLoc());
  Value *change = changes.emit(builder, bits), *power = powerOf(builder, &made, *format);
  change = builder.CreateFMul(
      change, ConstantFP::get(made.getType(), std::ldexp(1.0, -int(format->significand))));
  Value *base = how.isKnown ? constantly(builder, &made) : &made;
  addChange(builder, made, base, builder.CreateFMul(change, power), uses);
}

/// Words that are loaded from where numbers lie, or stored there.
class WordsOfNumbers {
public:
  explicit WordsOfNumbers(Function &function) : function(function), numbers(function) {}
  void name();

private:
  Function &function;
  NumbersAt numbers;

  void name(LoadInst &load);
  void name(StoreInst &store);
};

/// Is it converted to a number, or divided, as an integer or with others?
bool isConvertedOrDivided(const LoadInst &load) {
  auto isFound = [](const Value &value) {
    const auto *divided = dyn_cast<BinaryOperator>(&value);
    return isa<SIToFPInst, UIToFPInst>(value) ||
           (divided && is_contained({Instruction::UDiv, Instruction::SDiv}, divided->getOpcode()));
  };
  return leadsTo(load, isFound, [](const Value &value, WalkList &work) {
    for (const User *user : value.users())
      if (isa<BinaryOperator, CastInst, SelectInst, PHINode, FreezeInst>(user) &&
          value.getType()->isIntegerTy())
        work.push_back(user);
  });
}

void WordsOfNumbers::name(LoadInst &load) {
  if (!isConvertedOrDivided(load))
    return;
  Type *number = nullptr;
  for (const User *user : load.users())
    if (isa<BitCastInst>(user) && FloatBits::of(*user->getType()))
      number = user->getType();
  if (!number)
    number = numbers.in(*load.getPointerOperand(), *load.getType());
  if (!number)
    return;
  IRBuilder<> builder(load.getNextNode());
  auto *bits = cast<Instruction>(builder.CreateBitCast(&load, number, "number"));
  bits = CastInst::Create(Instruction::BitCast, bits, load.getType(), "word",
                          std::next(bits->getIterator()));
  load.replaceUsesWithIf(bits, [&](const Use &use) { return !isa<BitCastInst>(use.getUser()); });
}

void WordsOfNumbers::name(StoreInst &store) {
  Value &word = *store.getValueOperand();
  FloatBits format = word.getType()->isIntegerTy(64) ? FloatBits{52, 64} : FloatBits{23, 32};
  BitChanges changes(store.getDataLayout(), format, word.getType());
  Type *number =
      isNew(changes.of(word)) ? numbers.in(*store.getPointerOperand(), *word.getType()) : nullptr;
  if (!number)
    return;
  IRBuilder<> builder(&store);
  store.setOperand(0, builder.CreateBitCast(&word, number));
  store.setMetadata(LLVMContext::MD_tbaa, nullptr); // it says that this is an integer
}

void WordsOfNumbers::name() {
  SmallVector<Instruction *, 16> accesses;
  for (Instruction &at : instructions(function))
    if (isa<LoadInst, StoreInst>(at) &&
        (getLoadStoreType(&at)->isIntegerTy(64) || getLoadStoreType(&at)->isIntegerTy(32)))
      accesses.push_back(&at);
  for (Instruction *at : accesses)
    if (auto *load = dyn_cast<LoadInst>(at); load && load->isSimple())
      name(*load);
    else if (auto *store = dyn_cast<StoreInst>(at); store && store->isSimple())
      name(*store);
}

} // namespace

void nameConvertedBits(Function &function) {
  WordsOfNumbers(function).name();
  SmallVector<Instruction *, 8> numbers, floats;
  for (Instruction &at : instructions(function))
    if (isa<SIToFPInst, UIToFPInst>(at))
      numbers.push_back(&at);
    else if (isa<BitCastInst>(at) && at.getType()->isFPOrFPVectorTy())
      floats.push_back(&at);
  for (Instruction *number : numbers)
    nameNumber(*number);
  for (Instruction *made : floats)
    nameFloat(*cast<BitCastInst>(made));
}

} // namespace enzyme
