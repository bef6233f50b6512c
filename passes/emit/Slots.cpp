//===- Slots.cpp ---------------------------------------------------------===//
#include "emit/Slots.h"

using namespace llvm;

namespace enzyme {

AllocaInst *Slots::slot(Value *value) {
  AllocaInst *&found = slots[value];
  if (found)
    return found;
  IRBuilder<> entry(&*gradient.getEntryBlock().begin());
  found = entry.CreateAlloca(value->getType(), nullptr, value->getName() + ".adjoint");
  entry.SetInsertPoint(&*gradient.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  entry.CreateStore(zeroOf(value->getType()), found);
  return found;
}

void Slots::add(IRBuilderBase &builder, Value *value, Value *adjoint) {
  if (isa<Constant>(value) || isZero(adjoint) || !primal.isActive(value))
    return;
  Value *sum = addFloats(builder, read(builder, value), adjoint, floatParts(*value, primal));
  builder.CreateStore(sum, slot(value));
}

void Slots::addPart(IRBuilderBase &builder, Value *value, int component, Value *adjoint) {
  if (component < 0)
    return add(builder, value, adjoint);
  if (isa<Constant>(value) || isZero(adjoint) || !primal.isActive(value))
    return;
  Value *whole = read(builder, value);
  if (value->getType()->isVectorTy()) {
    Value *old = builder.CreateExtractElement(whole, component);
    whole = builder.CreateInsertElement(whole, builder.CreateFAdd(old, adjoint), component);
  } else {
    Value *old = builder.CreateExtractValue(whole, component);
    whole = builder.CreateInsertValue(whole, builder.CreateFAdd(old, adjoint), component);
  }
  builder.CreateStore(whole, slot(value));
}

Value *Slots::read(IRBuilderBase &builder, Value *value) {
  return builder.CreateLoad(value->getType(), slot(value));
}

Value *Slots::take(IRBuilderBase &builder, Value *value) {
  Value *adjoint = read(builder, value);
  builder.CreateStore(zeroOf(value->getType()), slot(value));
  return adjoint;
}

} // namespace enzyme
