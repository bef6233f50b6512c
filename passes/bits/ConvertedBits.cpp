//===- ConvertedBits.cpp --------------------------------------------------===//
#include "bits/ConvertedBits.h"
#include "bits/AffineBits.h"
#include "bits/BitChanges.h"
#include "bits/NumbersAt.h"
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

void nameNumber(Instruction &number, NumbersAt &numbers) {
  BitChanges changes(number.getDataLayout(), std::nullopt, number.getType(), numbers);
  if (!changes.of(*number.getOperand(0)).isAny)
    return;
  SmallVector<Use *, 4> uses = usesOf(number);
  IRBuilder<> builder(number.getNextNode());
  builder.SetCurrentDebugLocation(number.getDebugLoc());
  Value *change = changes.emit(*number.getOperand(0));
  addChange(builder, number, constantly(builder, &number), change, uses);
}

/// Does nameScaledBits not know of it, and is all in sight that changes?
bool isNew(const Change &how) {
  bool isOwn = how.isAny && (how.isConverted || how.isOwn);
  return isOwn && !how.losesBits && (how.isKnown || !how.isOfBits);
}

void nameFloat(BitCastInst &made, NumbersAt &numbers) {
  std::optional<FloatBits> format = FloatBits::of(*made.getType()->getScalarType());
  Value &bits = *made.getOperand(0);
  if (!format || !bits.getType()->isIntOrIntVectorTy() ||
      bits.getType()->getScalarSizeInBits() != format->width)
    return;
  BitChanges changes(made.getDataLayout(), format, made.getType(), numbers);
  Change how = changes.of(bits);
  if (!isNew(how))
    return;
  SmallVector<Use *, 4> uses = usesOf(made);
  IRBuilder<> builder(made.getNextNode());
  builder.SetCurrentDebugLocation(made.getDebugLoc());
  Value *change = changes.emit(bits), *power = powerOf(builder, &made, *format);
  change = builder.CreateFMul(
      change, ConstantFP::get(made.getType(), std::ldexp(1.0, -int(format->significand))));
  Value *base = how.isKnown ? constantly(builder, &made) : &made;
  addChange(builder, made, base, builder.CreateFMul(change, power), uses);
}

/// A word that changes with numbers, stored where numbers lie, is one.
bool nameStored(StoreInst &store, NumbersAt &numbers) {
  Value &word = *store.getValueOperand();
  bool isWord = store.isSimple() && isa<Instruction>(word) &&
                (word.getType()->isIntegerTy(32) || word.getType()->isIntegerTy(64));
  if (!isWord || isa<LoadInst>(word))
    return false;
  FloatBits format = word.getType()->isIntegerTy(64) ? FloatBits{52, 64} : FloatBits{23, 32};
  BitChanges changes(store.getDataLayout(), format, word.getType(), numbers);
  Type *number =
      isNew(changes.of(word)) ? numbers.in(*store.getPointerOperand(), *word.getType()) : nullptr;
  if (!number)
    return false;
  IRBuilder<> builder(&store);
  store.setOperand(0, builder.CreateBitCast(&word, number));
  store.setMetadata(LLVMContext::MD_tbaa, nullptr); // it says that this is an integer
  return true;
}

} // namespace

bool nameStoredBits(Function &function, EvidenceStore *others) {
  NumbersAt numbers(function, others);
  SmallVector<StoreInst *, 8> stores;
  for (Instruction &at : instructions(function))
    if (auto *store = dyn_cast<StoreInst>(&at))
      stores.push_back(store);
  bool isChanged = false;
  for (StoreInst *store : stores)
    isChanged |= nameStored(*store, numbers);
  return isChanged;
}

void nameConvertedBits(Function &function, EvidenceStore *others) {
  nameStoredBits(function, others);
  NumbersAt numbers(function, others);
  SmallVector<Instruction *, 8> converted, floats;
  for (Instruction &at : instructions(function))
    if (isa<SIToFPInst, UIToFPInst>(at))
      converted.push_back(&at);
    else if (isa<BitCastInst>(at) && at.getType()->isFPOrFPVectorTy())
      floats.push_back(&at);
  for (Instruction *number : converted)
    nameNumber(*number, numbers);
  for (Instruction *made : floats)
    nameFloat(*cast<BitCastInst>(made), numbers);
}

} // namespace enzyme
