//===- VectorsOfBytes.cpp --------------------------------------------------===//
#include "bits/VectorsOfBytes.h"
#include "types/BytesFrom.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What was inserted into each element of a vector; zero where nothing was, null where it is not
/// seen.
SmallVector<Value *, 16> insertedInto(Value &vector) {
  auto *type = cast<FixedVectorType>(vector.getType());
  SmallVector<Value *, 16> elements(type->getNumElements());
  Value *base = &vector;
  while (auto *insertion = dyn_cast<InsertElementInst>(base)) {
    const auto *index = dyn_cast<ConstantInt>(insertion->getOperand(2));
    if (!index || index->getZExtValue() >= elements.size())
      return elements; // what was inserted before may have been overwritten
    if (Value *&element = elements[index->getZExtValue()]; !element)
      element = insertion->getOperand(1);
    base = insertion->getOperand(0);
  }
  if (isa<UndefValue>(base))
    for (Value *&element : elements)
      element = element ? element : Constant::getNullValue(type->getElementType());
  return elements;
}

/// One number or word of such parts, the lowest first.
Value *joined(IRBuilder<> &builder, ArrayRef<Value *> parts) {
  unsigned width = parts.front()->getType()->getIntegerBitWidth();
  Type *word = builder.getIntNTy(width * parts.size());
  Value *all = nullptr;
  for (auto [i, part] : enumerate(parts)) {
    Value *wide = builder.CreateShl(builder.CreateZExt(part, word), width * i);
    all = all ? builder.CreateOr(all, wide) : wide;
  }
  return all;
}

/// The number whose bytes these are, in their order; else null.
Value *wholeOf(Value &word, Type *type) {
  SmallVector<ByteRun, 2> runs = runsOf(bytesFrom(word));
  if (runs.size() != 1 || runs.front().from.at != 0)
    return nullptr;
  auto *source = const_cast<Value *>(runs.front().from.source); // an operand of ours
  return source && source->getType() == type ? source : nullptr;
}

bool isVectorOfIntegers(const Type &type) {
  return isa<FixedVectorType>(type) && type.isIntOrIntVectorTy();
}

bool spellOut(BitCastInst &cast) {
  const DataLayout &layout = cast.getDataLayout();
  Value &vector = *cast.getOperand(0);
  Type *element = cast.getType()->getScalarType();
  uint64_t wide = element->getPrimitiveSizeInBits().getFixedValue();
  uint64_t narrow = vector.getType()->getScalarSizeInBits();
  if (!layout.isLittleEndian() || wide <= narrow || narrow % 8 != 0 || wide % narrow != 0 ||
      wide != layout.getTypeStoreSizeInBits(element))
    return false;
  SmallVector<Value *, 16> parts = insertedInto(vector);
  if (!any_of(parts, [](Value *part) { return part && !isa<Constant>(part); }))
    return false;
  uint64_t each = wide / narrow;
  IRBuilder<> builder(cast.getNextNode());
  SmallVector<Value *, 8> made;
  for (uint64_t i = 0; i != parts.size() / each; ++i) {
    ArrayRef<Value *> own = ArrayRef(parts).slice(i * each, each);
    if (is_contained(own, nullptr))
      return false;
    Value *word = joined(builder, own);
    Value *number = wholeOf(*word, element);
    made.push_back(number ? number : builder.CreateBitCast(word, element));
  }
  Value *whole = made.front();
  if (cast.getType()->isVectorTy()) {
    whole = PoisonValue::get(cast.getType());
    for (auto [i, number] : enumerate(made))
      whole = builder.CreateInsertElement(whole, number, i);
  }
  cast.replaceAllUsesWith(whole);
  RecursivelyDeleteTriviallyDeadInstructions(&cast);
  return true;
}

} // namespace

bool spellOutVectorsOfBytes(Function &function) {
  SmallVector<WeakTrackingVH, 8> casts;
  for (Instruction &at : instructions(function))
    if (auto *cast = dyn_cast<BitCastInst>(&at);
        cast && isVectorOfIntegers(*cast->getSrcTy()) &&
        (isa<FixedVectorType>(cast->getType()) || !cast->getType()->isVectorTy()))
      casts.push_back(cast);
  bool hasChanged = false;
  for (WeakTrackingVH &cast : casts)
    if (cast)
      hasChanged |= spellOut(*llvm::cast<BitCastInst>(cast));
  return hasChanged;
}

} // namespace enzyme
