//===- Slots.cpp ---------------------------------------------------------===//
#include "emit/Slots.h"
#include "support/Mutation.h"

using namespace llvm;

namespace enzyme {

/// How the value's adjoint is added up and cleared depends on nothing else.
static StringRef shapeOf(const Value &value) {
  const Type *type = value.getType();
  return type->isAggregateType()     ? "aggregate"
         : type->isVectorTy()        ? "vector"
         : type->isFloatingPointTy() ? "float"
                                     : "integer";
}

AllocaInst *Slots::slot(Value *value) {
  AllocaInst *&found = slots[value];
  if (found)
    return found;
  BasicBlock &first = gradient.getEntryBlock();
  IRBuilder<> entry(&*first.begin());
  found = entry.CreateAlloca(lanes.type(value->getType()), nullptr, value->getName() + ".adjoint");
  // Behind thousands of variables, the place is not looked for again.
  auto *before = cast_or_null<Instruction>(cleared);
  if (!before || before->getParent() != &first)
    before = &*first.getFirstNonPHIOrDbgOrAlloca();
  entry.SetInsertPoint(before);
  cleared = entry.CreateStore(neutralOf(found->getAllocatedType()), found);
  return found;
}

void Slots::add(IRBuilderBase &builder, Value *value, Value *adjoint) {
  if (isa<Constant>(value) || isZero(adjoint) || !primal.isActive(value))
    return;
  FloatParts parts = floatParts(*value, primal);
  AdjointSums sums(builder, primal);
  Value *sum = lanes.map(builder, value->getType(), read(builder, value), adjoint,
                         [&](Value *a, Value *b) { return addFloats(builder, a, b, parts); });
  builder.CreateStore(mutation::breaks("slots.added", shapeOf(*value)) ? adjoint : sum,
                      slot(value));
}

void Slots::addPart(IRBuilderBase &builder, Value *value, int component, Value *adjoint) {
  if (component < 0)
    return add(builder, value, adjoint);
  if (isa<Constant>(value) || isZero(adjoint) || !primal.isActive(value))
    return;
  Type *type = value->getType();
  if (type->isVectorTy() && !type->isFPOrFPVectorTy()) // floats among integers
    return add(builder, value, lanes.map(builder, type, adjoint, [&](Value *part) {
      return builder.CreateInsertElement(Constant::getNullValue(type), part, component);
    }));
  AdjointSums sums(builder, primal);
  auto addOne = [&](Value *whole, Value *part) {
    if (type->isVectorTy()) {
      Value *old = builder.CreateExtractElement(whole, component);
      return builder.CreateInsertElement(whole, builder.CreateFAdd(old, part), component);
    }
    Value *old = builder.CreateExtractValue(whole, component);
    return builder.CreateInsertValue(whole, builder.CreateFAdd(old, part), component);
  };
  builder.CreateStore(lanes.map(builder, type, read(builder, value), adjoint, addOne), slot(value));
}

Value *Slots::read(IRBuilderBase &builder, Value *value) {
  return builder.CreateLoad(lanes.type(value->getType()), slot(value));
}

Value *Slots::take(IRBuilderBase &builder, Value *value) {
  Value *adjoint = read(builder, value);
  if (!mutation::breaks("slots.cleared", shapeOf(*value)))
    builder.CreateStore(neutralOf(adjoint->getType()), slot(value));
  return adjoint;
}

} // namespace enzyme
