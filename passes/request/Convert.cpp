//===- Convert.cpp - from an argument of the request to a parameter -------===//
//
// passAs decides, convert does; both read the same cases:
//   float kinds      any to any, as C would
//   integers         to bool; a constant that fits; the promotion of char, short
//   pointers         between address spaces
//   value to pointer the address the value was loaded from (C++ references)
//   structure of one pointer, for which the call had no registers left: an integer
//===----------------------------------------------------------------------===//
#include "request/Convert.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr unsigned promotedBits = 32; // C's int: what char, short and bool become

bool integerFits(const CallBase &call, unsigned index, IntegerType *to) {
  const Value *value = call.getArgOperand(index);
  unsigned from = value->getType()->getIntegerBitWidth();
  unsigned bits = to->getBitWidth();
  if (bits == 1)
    return true;
  if (auto *constant = dyn_cast<ConstantInt>(value))
    return bits >= from || constant->getValue().isSignedIntN(bits) ||
           constant->getValue().isIntN(bits);
  // A run-time value is only narrowed where a promotion widened it; widening one
  // would have to know its sign.
  return from == promotedBits && bits < promotedBits;
}

/// The load a value came from, if its address still says where the value is.
const LoadInst *loadedFrom(const Value *value) {
  auto *load = dyn_cast<LoadInst>(value);
  return load && load->isSimple() ? load : nullptr;
}

} // namespace

std::optional<Passed> passAs(const CallBase &call, unsigned index, Type *type) {
  const Value *value = call.getArgOperand(index);
  Type *from = value->getType();
  Passed passed{index, Passed::How::Value};
  if (from == type)
    return passed;
  bool bothFloats = from->isFloatingPointTy() && type->isFloatingPointTy();
  bool bothPointers = from->isPointerTy() && type->isPointerTy();
  if (bothFloats || bothPointers)
    return passed;
  if (from->isIntegerTy() && type->isIntegerTy() &&
      integerFits(call, index, cast<IntegerType>(type)))
    return passed;
  if (type->isPointerTy() && isa<PtrToIntInst>(value))
    return passed;
  if (type->isPointerTy() && from->isFloatingPointTy() && loadedFrom(value)) {
    passed.how = Passed::How::Address;
    return passed;
  }
  return std::nullopt;
}

Value *convert(IRBuilderBase &builder, const CallBase &call, const Passed &passed, Type *type) {
  Value *value = call.getArgOperand(passed.argument);
  if (passed.how == Passed::How::Address) {
    const LoadInst *load = loadedFrom(value);
    assert(load && "an address is only passed for a loaded value");
    value = load->getOperand(0);
  }
  if (passed.how == Passed::How::Pointee)
    return builder.CreateAlignedLoad(
        type, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), value, passed.offset),
        Align(1));
  if (auto *number = dyn_cast<PtrToIntInst>(value); number && type->isPointerTy())
    value = number->getPointerOperand();
  Type *from = value->getType();
  if (from == type)
    return value;
  if (from->isFloatingPointTy())
    return builder.CreateFPCast(value, type);
  if (from->isPointerTy())
    return builder.CreateAddrSpaceCast(value, type);
  if (type->isIntegerTy(1))
    return builder.CreateIsNotNull(value);
  return builder.CreateSExtOrTrunc(value, type);
}

std::string conversionHint(const Type *from, const Type *to) {
  if (from->isIntegerTy() && to->isFloatingPointTy())
    return "write the number with a decimal point, and declare markers as 'extern int'";
  if (from->isIntegerTy() && to->isIntegerTy())
    return "cast it to the parameter's type";
  if (from->isFloatingPointTy() && to->isPointerTy())
    return "pass the address of a variable";
  return "arguments are matched to parameters in order; a pointer is followed by its "
         "shadow unless marked enzyme_const";
}

std::string describeType(const Type *type) {
  switch (type->getTypeID()) {
  case Type::VoidTyID:
    return "nothing";
  case Type::HalfTyID:
    return "a half-precision number";
  case Type::BFloatTyID:
    return "a bfloat16 number";
  case Type::FloatTyID:
    return "a float";
  case Type::DoubleTyID:
    return "a double";
  case Type::X86_FP80TyID:
    return "a long double";
  case Type::FP128TyID:
    return "a 128-bit floating-point number";
  case Type::PointerTyID:
    return "a pointer";
  case Type::IntegerTyID:
    return type->isIntegerTy(1) ? "a boolean"
                                : (type->isIntegerTy(8) ? "an " : "a ") +
                                      std::to_string(type->getIntegerBitWidth()) + "-bit integer";
  case Type::FixedVectorTyID:
    return "a vector of " + std::to_string(cast<FixedVectorType>(type)->getNumElements()) +
           " values";
  case Type::ArrayTyID:
    return "an array of " + std::to_string(type->getArrayNumElements()) + " values";
  case Type::StructTyID:
    return "a structure of " + std::to_string(type->getStructNumElements()) + " members";
  default:
    return "of a type that cannot be passed";
  }
}

} // namespace enzyme
