//===- LaneValues.cpp - the values of all lanes ---------------------------------===//
#include "transform/LaneValues.h"
#include <cassert>

using namespace llvm;

namespace enzyme {

bool isElement(const Type *type) {
  if (type->isIntegerTy())
    return type->getIntegerBitWidth() <= 64;
  return type->isHalfTy() || type->isBFloatTy() || type->isFloatTy() || type->isDoubleTy() ||
         type->isPointerTy();
}

Type *WideBuilder::partType(Type *type) const {
  return isElement(type) ? FixedVectorType::get(type, width) : type;
}

Value *WideBuilder::lane(const Wide &wide, unsigned lane) {
  if (wide.form == Form::Uniform)
    return wide.parts[0];
  return wide.form == Form::Vector ? builder.CreateExtractElement(wide.parts[0], lane)
                                   : wide.parts[lane];
}

Value *WideBuilder::vector(const Wide &wide) {
  assert(wide.form != Form::Each && "only elements are put into vectors");
  return wide.form == Form::Vector ? wide.parts[0]
                                   : builder.CreateVectorSplat(width, wide.parts[0]);
}

Wide WideBuilder::gather(ArrayRef<Value *> lanes) {
  Type *type = lanes[0]->getType();
  if (!isElement(type))
    return {Form::Each, {lanes.begin(), lanes.end()}};
  Value *vector = PoisonValue::get(FixedVectorType::get(type, width));
  for (unsigned i = 0; i < width; ++i)
    vector = builder.CreateInsertElement(vector, lanes[i], i);
  return {Form::Vector, {vector}};
}

Wide WideBuilder::varying(const Wide &wide) {
  if (wide.form != Form::Uniform)
    return wide;
  if (isElement(wide.parts[0]->getType()))
    return {Form::Vector, {vector(wide)}};
  return {Form::Each, SmallVector<Value *, 4>(width, wide.parts[0])};
}

Wide WideBuilder::select(Value *mask, const Wide &then, const Wide &otherwise) {
  Wide result{then.form, {}};
  for (unsigned i = 0; i < then.parts.size(); ++i) {
    Value *condition = then.form == Form::Vector ? mask : builder.CreateExtractElement(mask, i);
    result.parts.push_back(builder.CreateSelect(condition, then.parts[i], otherwise.parts[i]));
  }
  return result;
}

Wide WideBuilder::phi(Type *type, Form form, const Twine &name) {
  Wide result{form, {}};
  Type *part = form == Form::Uniform ? type : partType(type);
  for (unsigned i = 0; i < (form == Form::Each ? width : 1); ++i)
    result.parts.push_back(builder.CreatePHI(part, 2, name));
  return result;
}

void WideBuilder::addIncoming(Wide &phi, const Wide &value, BasicBlock *from) {
  for (unsigned i = 0; i < phi.parts.size(); ++i)
    cast<PHINode>(phi.parts[i])->addIncoming(value.parts[i], from);
}

Wide WideBuilder::zero(Type *type) {
  Form form = formOf(type);
  Value *part = Constant::getNullValue(partType(type));
  return {form, SmallVector<Value *, 4>(form == Form::Each ? width : 1, part)};
}

} // namespace enzyme
