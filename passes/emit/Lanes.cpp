//===- Lanes.cpp ---------------------------------------------------------===//
#include "emit/Lanes.h"
#include "abi/Signature.h"

using namespace llvm;

namespace enzyme {

Type *Lanes::type(Type *one) const {
  bool isSimd = one->isFloatTy() || one->isDoubleTy();
  return width > 1 && isSimd ? FixedVectorType::get(one, width) : typeOfLanes(one, width);
}

Value *Lanes::get(IRBuilderBase &builder, Value *slot, unsigned lane) const {
  if (width == 1)
    return slot;
  return isVector(slot->getType()) ? builder.CreateExtractElement(slot, lane)
                                   : builder.CreateExtractValue(slot, lane);
}

Value *Lanes::build(IRBuilderBase &builder, Type *one, function_ref<Value *(unsigned)> make) const {
  if (width == 1)
    return make(0);
  Value *slot = PoisonValue::get(type(one));
  for (unsigned lane = 0; lane != width; ++lane) {
    Value *value = make(lane);
    slot = isVector(slot->getType()) ? builder.CreateInsertElement(slot, value, lane)
                                     : builder.CreateInsertValue(slot, value, lane);
  }
  return slot;
}

Value *Lanes::map(IRBuilderBase &builder, Type *one, Value *operand,
                  function_ref<Value *(Value *)> operate) const {
  if (isVector(operand->getType()) && isVector(type(one)))
    return operate(operand);
  return build(builder, one, [&](unsigned lane) { return operate(get(builder, operand, lane)); });
}

Value *Lanes::map(IRBuilderBase &builder, Type *one, Value *first, Value *second,
                  function_ref<Value *(Value *, Value *)> operate) const {
  if (isVector(first->getType()) && isVector(second->getType()) && isVector(type(one)))
    return operate(first, second);
  return build(builder, one, [&](unsigned lane) {
    return operate(get(builder, first, lane), get(builder, second, lane));
  });
}

Value *Lanes::alike(IRBuilderBase &builder, Value *shared, const Value *operand) const {
  auto *vector = dyn_cast<FixedVectorType>(operand->getType());
  bool isOfLanes = width > 1 && vector && !shared->getType()->isVectorTy();
  return isOfLanes ? builder.CreateVectorSplat(vector->getElementCount(), shared) : shared;
}

Value *Lanes::pack(IRBuilderBase &builder, Value *slot) const {
  if (!isVector(slot->getType()))
    return slot;
  Value *array = PoisonValue::get(ArrayType::get(slot->getType()->getScalarType(), width));
  for (unsigned lane = 0; lane != width; ++lane)
    array = builder.CreateInsertValue(array, get(builder, slot, lane), lane);
  return array;
}

Value *Lanes::unpack(IRBuilderBase &builder, Value *array) const {
  if (width == 1)
    return array;
  Type *one = array->getType()->getArrayElementType();
  if (!isVector(type(one)))
    return array;
  return build(builder, one,
               [&](unsigned lane) { return builder.CreateExtractValue(array, lane); });
}

} // namespace enzyme
