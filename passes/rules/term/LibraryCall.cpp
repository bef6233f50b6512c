//===- LibraryCall.cpp - a mathematical function called at any type ------===//
//
// Preference: the intrinsic (LLVM folds, combines and vectorises it), else the C
// library's function for the type:
//
//     double j0    float j0f    x86_fp80 j0l    fp128 j0f128 (j0l where that is
//     long double)    half, bfloat: j0f after widening
//
// On a graphics processor: the intrinsic only where its back end selects it, else the
// device library's function (rules/gpu/Devices.h).
//
// The calls are marked as pure: derivative code does not look at errno.
//===----------------------------------------------------------------------===//
#include "rules/term/LibraryCall.h"
#include "rules/gpu/Devices.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include <string>

using namespace llvm;

namespace enzyme::term {
namespace {

StringRef spelling(Op op) {
  switch (op) {
#define FUNCTION(NODE, SPELLING, ARGUMENTS)                                                        \
  case Op::NODE:                                                                                   \
    return #SPELLING;
#include "rules/term/Functions.def"
#undef FUNCTION
  default:
    llvm_unreachable("not a function node");
  }
}

Intrinsic::ID intrinsicFor(Op op) {
  switch (op) {
  case Op::Abs:
    return Intrinsic::fabs;
  case Op::CopySign:
    return Intrinsic::copysign;
  case Op::Rint:
    return Intrinsic::rint;
  case Op::Floor:
    return Intrinsic::floor;
  case Op::Sqrt:
    return Intrinsic::sqrt;
  case Op::Exp:
    return Intrinsic::exp;
  case Op::Exp2:
    return Intrinsic::exp2;
  case Op::Log:
    return Intrinsic::log;
  case Op::Pow:
    return Intrinsic::pow;
  case Op::Powi:
    return Intrinsic::powi;
  case Op::Ldexp:
    return Intrinsic::ldexp;
  case Op::Sin:
    return Intrinsic::sin;
  case Op::Cos:
    return Intrinsic::cos;
  case Op::Sinh:
    return Intrinsic::sinh;
  case Op::Cosh:
    return Intrinsic::cosh;
  case Op::Atan2:
    return Intrinsic::atan2;
  default:
    return Intrinsic::not_intrinsic;
  }
}

/// Do the back ends of graphics processors select the intrinsic of `op`? (powi only where the
/// exponent is a constant.)
bool isSelectedOnDevices(Op op) {
  return is_contained({Op::Abs, Op::CopySign, Op::Rint, Op::Floor, Op::Sqrt, Op::Ldexp}, op);
}

bool isSignOperation(Op op) { return op == Op::Abs || op == Op::CopySign; }

/// The C name of `op` for the floating type `scalar`.
std::string libraryName(Op op, Type *scalar, const Module &module) {
  std::string name = spelling(op).str();
  if (isForDevice(module) && !StringRef(name).starts_with("enzyme_rt_"))
    return deviceMathName(name, *scalar, module);
  if (scalar->isDoubleTy())
    return name;
  if (scalar->isFloatTy())
    return name + "f";
  if (scalar->isFP128Ty() && Triple(module.getTargetTriple()).isX86())
    return name + "f128";
  return name + "l";
}

Value *callScalar(IRBuilderBase &builder, Op op, Type *scalar, ArrayRef<Value *> arguments) {
  Module &module = *builder.GetInsertBlock()->getModule();
  SmallVector<Type *, 2> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  auto *functionType = FunctionType::get(scalar, types, false);
  FunctionCallee callee = module.getOrInsertFunction(libraryName(op, scalar, module), functionType);
  CallInst *call = builder.CreateCall(functionType, callee.getCallee(), arguments);
  call->setDoesNotAccessMemory();
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::WillReturn);
  return call;
}

/// Library calls know no vectors: one call a lane.
Value *callLibrary(IRBuilderBase &builder, Op op, Type *type, ArrayRef<Value *> arguments) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector)
    return callScalar(builder, op, type, arguments);
  Value *result = PoisonValue::get(type);
  for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
    SmallVector<Value *, 2> ofLane;
    for (Value *argument : arguments)
      ofLane.push_back(argument->getType()->isVectorTy()
                           ? builder.CreateExtractElement(argument, lane)
                           : argument);
    Value *called = callScalar(builder, op, vector->getElementType(), ofLane);
    result = builder.CreateInsertElement(result, called, lane);
  }
  return result;
}

/// A C int from an integer operand of any width, saturated: exponents and orders
/// beyond any floating range stay beyond it.
Value *toInt(IRBuilderBase &builder, Value *integer) {
  Type *type = integer->getType();
  Type *wanted = type->getWithNewType(builder.getInt32Ty());
  if (type->getScalarSizeInBits() > 32) {
    Constant *bound = ConstantInt::get(type, INT32_MAX);
    integer = builder.CreateBinaryIntrinsic(Intrinsic::smin, integer, bound);
    integer = builder.CreateBinaryIntrinsic(Intrinsic::smax, integer, ConstantExpr::getNeg(bound));
  }
  return builder.CreateSExtOrTrunc(integer, wanted);
}

} // namespace

Value *callFunction(IRBuilderBase &builder, Op op, Type *type, ArrayRef<Value *> given) {
  SmallVector<Value *, 2> arguments(given);
  for (Value *&argument : arguments)
    if (argument->getType()->isIntOrIntVectorTy())
      argument = toInt(builder, argument);

  Type *scalar = type->getScalarType();
  if ((scalar->isHalfTy() || scalar->isBFloatTy()) && !isSignOperation(op)) {
    Type *wide = type->getWithNewType(builder.getFloatTy());
    for (Value *&argument : arguments)
      if (argument->getType()->isFPOrFPVectorTy())
        argument = builder.CreateFPExt(argument, wide);
    return builder.CreateFPTrunc(callFunction(builder, op, wide, arguments), type);
  }
  Intrinsic::ID intrinsic = intrinsicFor(op);
  bool isForDevices = isForDevice(*builder.GetInsertBlock()->getModule());
  if (intrinsic == Intrinsic::not_intrinsic || (isForDevices && !isSelectedOnDevices(op)))
    return callLibrary(builder, op, type, arguments);
  // powi takes one exponent for all lanes, ldexp one a lane.
  auto *vector = dyn_cast<VectorType>(type);
  if (op == Op::Ldexp && vector && !arguments[1]->getType()->isVectorTy())
    arguments[1] = builder.CreateVectorSplat(vector->getElementCount(), arguments[1]);
  SmallVector<Type *, 2> overloads = {type};
  if (arguments.back()->getType()->isIntOrIntVectorTy())
    overloads.push_back(arguments.back()->getType());
  return builder.CreateIntrinsic(intrinsic, overloads, arguments);
}

} // namespace enzyme::term
