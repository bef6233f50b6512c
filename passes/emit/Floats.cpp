//===- Floats.cpp --------------------------------------------------------===//
#include "emit/Floats.h"
#include "rules/Facts.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace enzyme {

static void addParts(Type *type, const DataLayout &layout, FloatPart at, FloatParts &parts) {
  if (type->isFPOrFPVectorTy()) {
    at.type = type;
    parts.push_back(at);
    return;
  }
  auto descend = [&](Type *element, unsigned index, uint64_t offset) {
    FloatPart inner = at;
    inner.path.push_back(index);
    inner.offset += offset;
    addParts(element, layout, inner, parts);
  };
  if (auto *structure = dyn_cast<StructType>(type)) {
    const StructLayout *offsets = layout.getStructLayout(structure);
    for (unsigned i = 0; i != structure->getNumElements(); ++i)
      descend(structure->getElementType(i), i, offsets->getElementOffset(i).getFixedValue());
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    uint64_t stride = layout.getTypeAllocSize(array->getElementType());
    for (unsigned i = 0; i != array->getNumElements(); ++i)
      descend(array->getElementType(), i, i * stride);
  }
}

/// Floats among the bytes of an integer.
static void addBits(ArrayRef<Piece> pieces, FloatParts &parts) {
  for (const Piece &piece : pieces)
    if (piece.kind == Kind::Float)
      parts.push_back({{}, piece.offset, piece.floatType, true});
}

FloatParts floatParts(const Value &copy, const ShadowedPrimal &primal) {
  FloatParts parts;
  const DataLayout &layout = primal.function->getDataLayout();
  if (!copy.getType()->isIntOrIntVectorTy()) {
    addParts(copy.getType(), layout, {}, parts);
    return parts;
  }
  if (const Value *origin = primal.origin(&copy))
    addBits(primal.types->pieces(*origin), parts);
  return parts;
}

FloatParts storedParts(const StoreInst &copy, const ShadowedPrimal &primal) {
  const Value &value = *copy.getValueOperand();
  if (!isa<Constant>(value) || !value.getType()->isIntOrIntVectorTy())
    return floatParts(value, primal);
  FloatParts parts;
  if (const auto *origin = cast_or_null<Instruction>(primal.origin(&copy)))
    addBits(primal.types->accessed(*origin).pieces, parts);
  return parts;
}

Value *addressOf(IRBuilderBase &builder, Value *place, const FloatPart &part) {
  return part.offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place, part.offset)
                     : place;
}

Type *portType(const Port &port) {
  Type *type = port.value->getType();
  if (port.component < 0)
    return type;
  if (type->isVectorTy())
    return type->getScalarType();
  return type->getContainedType(type->isArrayTy() ? 0 : port.component);
}

static IntegerType *bitsOf(Type *type) {
  return IntegerType::get(type->getContext(), type->getPrimitiveSizeInBits());
}

Value *extractPart(IRBuilderBase &builder, Value *value, const FloatPart &part) {
  if (!part.isBits)
    return part.path.empty() ? value : builder.CreateExtractValue(value, part.path);
  if (value->getType()->isVectorTy())
    value = builder.CreateBitCast(value, bitsOf(value->getType()));
  Value *shifted = builder.CreateLShr(value, 8 * part.offset);
  return builder.CreateBitCast(builder.CreateTrunc(shifted, bitsOf(part.type)), part.type);
}

Value *insertPart(IRBuilderBase &builder, Value *value, const FloatPart &part, Value *floats) {
  if (!part.isBits)
    return part.path.empty() ? floats : builder.CreateInsertValue(value, floats, part.path);
  Type *whole = value->getType();
  unsigned width = whole->getPrimitiveSizeInBits();
  Value *bits = builder.CreateBitCast(value, bitsOf(whole));
  Value *piece =
      builder.CreateZExt(builder.CreateBitCast(floats, bitsOf(part.type)), bits->getType());
  APInt hole = ~APInt::getBitsSet(width, 8 * part.offset,
                                  8 * part.offset + part.type->getPrimitiveSizeInBits());
  bits = builder.CreateAnd(bits, ConstantInt::get(bits->getType(), hole));
  bits = builder.CreateOr(bits, builder.CreateShl(piece, 8 * part.offset));
  return builder.CreateBitCast(bits, whole);
}

bool isZero(const Value *value) {
  auto *constant = dyn_cast<Constant>(value);
  return constant && (constant->isNullValue() || isa<UndefValue>(constant) ||
                      PatternMatch::match(constant, PatternMatch::m_AnyZeroFP()));
}

Constant *zeroOf(Type *type) { return Constant::getNullValue(type); }

Constant *neutralOf(Type *type) {
  if (type->isFPOrFPVectorTy())
    return ConstantFP::getZero(type, /*Negative=*/true);
  if (auto *array = dyn_cast<ArrayType>(type))
    return ConstantArray::get(
        array,
        SmallVector<Constant *, 8>(array->getNumElements(), neutralOf(array->getElementType())));
  auto *structure = dyn_cast<StructType>(type);
  if (!structure)
    return zeroOf(type);
  SmallVector<Constant *, 4> members;
  for (Type *member : structure->elements())
    members.push_back(neutralOf(member));
  return ConstantStruct::get(structure, members);
}

Value *withoutMinusZero(IRBuilderBase &builder, Value *sum) {
  Type *type = sum->getType();
  if (type->isFPOrFPVectorTy())
    return builder.CreateFAdd(sum, zeroOf(type));
  if (!type->isAggregateType())
    return sum;
  unsigned count = type->isArrayTy() ? type->getArrayNumElements() : type->getStructNumElements();
  for (unsigned i = 0; i != count; ++i)
    sum = builder.CreateInsertValue(
        sum, withoutMinusZero(builder, builder.CreateExtractValue(sum, i)), i);
  return sum;
}

AdjointSums::AdjointSums(IRBuilderBase &builder, const ShadowedPrimal &primal) : flags(builder) {
  if (!primal.sumsInAnyOrder)
    return;
  FastMathFlags allowed = builder.getFastMathFlags();
  allowed.setAllowReassoc();
  allowed.setNoSignedZeros();
  builder.setFastMathFlags(allowed);
}

Value *addFloats(IRBuilderBase &builder, Value *a, Value *b, const FloatParts &parts) {
  if (isZero(a) && a->getType()->isFPOrFPVectorTy())
    return b;
  if (isZero(b))
    return a;
  for (const FloatPart &part : parts) {
    Value *sum = builder.CreateFAdd(extractPart(builder, a, part), extractPart(builder, b, part));
    a = insertPart(builder, a, part, sum);
  }
  return a;
}

Value *mixShadow(IRBuilderBase &builder, const Value &copy, Value *shadow, Value *tangent,
                 const ShadowedPrimal &primal) {
  for (const FloatPart &part : floatParts(copy, primal))
    shadow = insertPart(builder, shadow, part, extractPart(builder, tangent, part));
  return shadow;
}

Value *convertFloat(IRBuilderBase &builder, Value *slot, Type *type) {
  return slot->getType() == type ? slot : builder.CreateFPCast(slot, type);
}

Value *scale(IRBuilderBase &builder, Value *slot, Value *coefficient, ZeroFactor zero) {
  if (zero == ZeroFactor::None)
    return builder.CreateFMul(slot, coefficient);
  return builder.CreateCall(
      guardedProductOf(*builder.GetInsertBlock()->getModule(), slot->getType(), zero),
      {slot, coefficient});
}

static void expandGuard(CallInst &call, ZeroFactor factor) {
  Value *slot = call.getArgOperand(0);
  IRBuilder<> builder(&call);
  FastMathFlags flags = call.getFastMathFlags();
  flags.setNoNaNs(false); // 0 * infinity is met, of a side that the primal did not take
  flags.setNoInfs(false);
  builder.setFastMathFlags(flags);
  Value *product = builder.CreateFMul(slot, call.getArgOperand(1));
  builder.clearFastMathFlags(); // the guard is about exact zero, NaN and infinity
  Value *zero = zeroOf(slot->getType());
  // Chosen where it is not zero: processors with masks then do both in one operation.
  Value *counts = builder.CreateFCmpUNE(slot, zero, "is.not.zero");
  if (factor == ZeroFactor::Either)
    counts = builder.CreateAnd(counts, builder.CreateFCmpUNE(call.getArgOperand(1), zero));
  call.replaceAllUsesWith(builder.CreateSelect(counts, product, zero));
  call.eraseFromParent();
}

void expandGuards(Module &workshop) {
  for (Function &function : make_early_inc_range(workshop)) {
    ZeroFactor factor = zeroFactorOf(function);
    if (factor == ZeroFactor::None)
      continue;
    for (User *user : make_early_inc_range(function.users()))
      expandGuard(*cast<CallInst>(user), factor);
    function.eraseFromParent();
  }
}

Value *convertLanes(IRBuilderBase &builder, const Lanes &lanes, Value *slot, Type *from, Type *to) {
  if (from == to)
    return slot;
  return lanes.map(builder, to, slot, [&](Value *value) {
    bool isWhole = value->getType() == lanes.type(from); // all lanes at once
    return convertFloat(builder, value, isWhole ? lanes.type(to) : to);
  });
}

Value *scaleLanes(IRBuilderBase &builder, const Lanes &lanes, Value *slot, Value *coefficient,
                  ZeroFactor zero) {
  return lanes.map(builder, coefficient->getType(), slot, [&](Value *value) {
    return scale(builder, value, lanes.alike(builder, coefficient, value), zero);
  });
}

} // namespace enzyme
