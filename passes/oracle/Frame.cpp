//===- Frame.cpp - shadows of values, of memory; lines ----------------------===//
#include "oracle/Frame.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme::oracle {

Type *shadowType(Type *type) {
  LLVMContext &context = type->getContext();
  if (type->isIntegerTy() || type->isFloatingPointTy())
    return type;
  if (type->isPointerTy())
    return Type::getInt64Ty(context);
  if (auto *vector = dyn_cast<VectorType>(type))
    return VectorType::get(shadowType(vector->getElementType()), vector->getElementCount());
  if (auto *array = dyn_cast<ArrayType>(type))
    return ArrayType::get(shadowType(array->getElementType()), array->getNumElements());
  auto *structure = dyn_cast<StructType>(type);
  if (!structure)
    return nullptr;
  SmallVector<Type *> elements;
  for (Type *element : structure->elements())
    elements.push_back(shadowType(element));
  return StructType::get(context, elements, structure->isPacked());
}

bool isZero(const Value *shadow) {
  auto *constant = dyn_cast<Constant>(shadow);
  return constant && constant->isNullValue();
}

Frame::Frame(Function &function, Interface &runtime)
    : function(function), runtime(runtime), layout(function.getDataLayout()) {}

Value *Frame::of(Value *value) {
  if (auto known = shadows.find(value); known != shadows.end())
    return known->second;
  Type *type = shadowType(value->getType());
  return type ? Constant::getNullValue(type) : nullptr;
}

Value *Frame::placeOf(IRBuilder<> &builder, Value *address) {
  Type *integer = shadowType(address->getType());
  Value *number = builder.CreatePtrToInt(address, integer);
  Value *moved = builder.CreateXor(number, ConstantInt::get(integer, shadowOffset));
  return builder.CreateIntToPtr(moved, address->getType());
}

Value *Frame::sizeOf(IRBuilder<> &builder, AllocaInst &object) {
  Value *count = builder.CreateZExtOrTrunc(object.getArraySize(), runtime.word);
  uint64_t bytes = layout.getTypeAllocSize(object.getAllocatedType());
  return builder.CreateMul(count, builder.getInt64(bytes));
}

Constant *Frame::lineOf(const Instruction &instruction) {
  const DebugLoc &where = instruction.getDebugLoc();
  if (!where)
    return runtime.text(("in " + function.getName()).str());
  return runtime.text((where->getFilename() + ":" + Twine(where.getLine())).str());
}

Value *Frame::isActive(IRBuilder<> &builder, Value *shadow) {
  Type *type = shadow ? shadow->getType() : nullptr;
  if (!type || isZero(shadow))
    return builder.getFalse();
  if (type->isAggregateType()) {
    Value *any = builder.getFalse();
    for (unsigned i = 0, end = type->isArrayTy() ? unsigned(type->getArrayNumElements())
                                                 : type->getStructNumElements();
         i != end; ++i)
      any = builder.CreateOr(any, isActive(builder, builder.CreateExtractValue(shadow, i)));
    return any;
  }
  Value *isSet = type->isFPOrFPVectorTy()
                     ? builder.CreateFCmpUNE(shadow, Constant::getNullValue(type))
                     : builder.CreateICmpNE(shadow, Constant::getNullValue(type));
  return type->isVectorTy() ? builder.CreateOrReduce(isSet) : isSet;
}

void Frame::stopIf(Value *condition, Instruction &before, StringRef what) {
  if (isZero(condition))
    return;
  Instruction *then = SplitBlockAndInsertIfThen(condition, before.getIterator(), false);
  IRBuilder<> builder(then);
  builder.CreateCall(runtime.stop, {runtime.text(what), lineOf(before)});
}

void Frame::stopIfActive(Instruction &instruction, StringRef what) {
  IRBuilder<> builder(&instruction);
  Value *any = builder.getFalse();
  for (Value *operand : instruction.operands())
    if (shadowType(operand->getType()))
      any = builder.CreateOr(any, isActive(builder, of(operand)));
  stopIf(any, instruction, what);
}

} // namespace enzyme::oracle
