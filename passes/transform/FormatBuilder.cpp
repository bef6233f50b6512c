//===- FormatBuilder.cpp - arithmetic in another format, as IR ------------===//
#include "transform/FormatBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Is rounding from double a second time harmless, also for tiny results?
bool isHalfOfDouble(const FloatFormat &format) {
  return format.significand <= 24 && format.exponent <= 10;
}

Type *nativeTypeOf(const FloatFormat &format, LLVMContext &context) {
  Type *type = typeOf(format, context);
  return type && (type->isFloatTy() || type->isHalfTy()) ? type : nullptr;
}

Type *likeVector(Type *scalar, const Type *shape) {
  auto *vector = dyn_cast<FixedVectorType>(shape);
  return vector ? FixedVectorType::get(scalar, vector->getNumElements()) : scalar;
}

} // namespace

FormatBuilder::FormatBuilder(Module &module, const Truncation &truncation)
    : module(module), truncation(truncation) {
  LLVMContext &context = module.getContext();
  from = typeOf(truncation.from, context);
  native = nativeTypeOf(truncation.to, context);
  working = native                          ? native
            : isHalfOfDouble(truncation.to) ? Type::getDoubleTy(context)
                                            : Type::getFP128Ty(context);
}

FunctionCallee FormatBuilder::declared(Runtime function, ArrayRef<Type *> parameters) {
  LLVMContext &context = module.getContext();
  auto *type = FunctionType::get(Type::getDoubleTy(context), parameters, false);
  FunctionCallee callee = module.getOrInsertFunction(nameOf(function), type);
  if (auto *made = dyn_cast<Function>(callee.getCallee()); made && made->isDeclaration()) {
    made->setMemoryEffects(MemoryEffects::none());
    for (Attribute::AttrKind kind :
         {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoFree, Attribute::NoSync,
          Attribute::Speculatable, Attribute::NoCallback})
      made->addFnAttr(kind);
  }
  return callee;
}

/// `value` is a double or an fp128; the result is a double.
Value *FormatBuilder::callRound(IRBuilderBase &builder, Value *value) {
  Type *number = builder.getInt32Ty();
  bool isQuad = value->getType()->isFP128Ty();
  FunctionCallee round =
      declared(isQuad ? Runtime::RoundQuad : Runtime::Round, {value->getType(), number, number});
  return builder.CreateCall(round, {value, builder.getInt32(truncation.to.exponent),
                                    builder.getInt32(truncation.to.significand)});
}

Value *FormatBuilder::perElement(IRBuilderBase &builder, ArrayRef<Value *> operands,
                                 Operation operation) {
  auto *vector = dyn_cast<FixedVectorType>(operands[0]->getType());
  if (!vector)
    return operation(operands);
  Value *result = nullptr;
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    SmallVector<Value *, 4> elements;
    for (Value *operand : operands)
      elements.push_back(operand->getType()->isVectorTy() ? builder.CreateExtractElement(operand, i)
                                                          : operand);
    Value *made = operation(elements);
    if (!result)
      result = PoisonValue::get(FixedVectorType::get(made->getType(), vector->getNumElements()));
    result = builder.CreateInsertElement(result, made, i);
  }
  return result;
}

Value *FormatBuilder::rounded(IRBuilderBase &builder, Value *value) {
  if (inFormat.contains(value) || truncation.to == truncation.from)
    return value;
  Value *result = nullptr;
  if (native) {
    Type *type = value->getType();
    result = builder.CreateFPExt(builder.CreateFPTrunc(value, likeVector(native, type)), type);
  } else {
    result = perElement(builder, value, [&](ArrayRef<Value *> element) {
      Value *wide = builder.CreateFPExt(element[0], builder.getDoubleTy());
      return builder.CreateFPTrunc(callRound(builder, wide), from);
    });
  }
  inFormat.insert(result);
  return result;
}

Value *FormatBuilder::enter(IRBuilderBase &builder, Value *value) {
  if (native)
    return builder.CreateFPTrunc(value, likeVector(native, value->getType()));
  return builder.CreateFPExt(rounded(builder, value), working);
}

Value *FormatBuilder::leave(IRBuilderBase &builder, Value *value) {
  Value *result = native ? builder.CreateFPExt(value, likeVector(from, value->getType()))
                         : builder.CreateFPTrunc(callRound(builder, value), from);
  inFormat.insert(result);
  return result;
}

Value *FormatBuilder::compute(IRBuilderBase &builder, ArrayRef<Value *> operands,
                              Operation operation) {
  auto whole = [&](ArrayRef<Value *> values) {
    SmallVector<Value *, 4> entered;
    for (Value *value : values)
      entered.push_back(enter(builder, value));
    return leave(builder, operation(entered));
  };
  Value *result = native ? whole(operands) : perElement(builder, operands, whole);
  inFormat.insert(result);
  return result;
}

Value *FormatBuilder::convertedFrom(IRBuilderBase &builder, Value *value, bool isSigned) {
  Value *result = perElement(builder, value, [&](ArrayRef<Value *> element) -> Value * {
    bool isInteger = element[0]->getType()->isIntegerTy();
    Type *type = native && (isInteger || element[0]->getType() != native)
                     ? native
                     : Type::getFP128Ty(builder.getContext());
    Value *wide = !isInteger ? builder.CreateFPCast(element[0], type)
                  : isSigned ? builder.CreateSIToFP(element[0], type)
                             : builder.CreateUIToFP(element[0], type);
    if (type == native)
      return builder.CreateFPExt(wide, from);
    return builder.CreateFPTrunc(callRound(builder, wide), from);
  });
  inFormat.insert(result);
  return result;
}

Value *FormatBuilder::callRuntime(IRBuilderBase &builder, Runtime function,
                                  ArrayRef<Value *> operands, ArrayRef<Value *> others) {
  SmallVector<Value *, 4> all;
  for (Value *operand : operands)
    all.push_back(rounded(builder, operand));
  append_range(all, others);
  size_t numbers = operands.size();
  Value *result = perElement(builder, all, [&](ArrayRef<Value *> elements) {
    SmallVector<Value *, 6> arguments;
    SmallVector<Type *, 6> types;
    for (auto [index, element] : enumerate(elements))
      arguments.push_back(index < numbers ? builder.CreateFPExt(element, builder.getDoubleTy())
                                          : element);
    arguments.append(
        {builder.getInt32(truncation.to.exponent), builder.getInt32(truncation.to.significand)});
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    return builder.CreateFPTrunc(builder.CreateCall(declared(function, types), arguments), from);
  });
  inFormat.insert(result);
  return result;
}

} // namespace enzyme
