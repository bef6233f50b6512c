//===- DeviceAssembly.cpp -----------------------------------------------------===//
//
//   ld.global[.how][.v2 or .v4].type $0, [$1];          {$0,$1}, [$2] of vectors
//   st.global[.how][.v2 or .v4].type [$0], $1;          [$0], {$1,$2}
//===-------------------------------------------------------------------------===//
#include "target/DeviceAssembly.h"
#include "target/PtxText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace enzyme {
namespace {

struct Access {
  bool isLoad = false, isVolatile = false, isSigned = false;
  unsigned count = 1; ///< of elements
  Type *element = nullptr;
};

/// s32, f64 and the like.
Type *elementOf(StringRef type, LLVMContext &context) {
  unsigned bits = 0;
  if (type.empty() || type.drop_front().getAsInteger(10, bits) ||
      !is_contained({8u, 16u, 32u, 64u}, bits))
    return nullptr;
  if (type.front() == 'f')
    return bits == 64   ? Type::getDoubleTy(context)
           : bits == 32 ? Type::getFloatTy(context)
                        : nullptr;
  return is_contained({'s', 'u', 'b'}, type.front()) ? Type::getIntNTy(context, bits) : nullptr;
}

std::optional<Access> readName(StringRef name, LLVMContext &context) {
  Access access;
  access.isLoad = name.consume_front("ld.global.");
  if (!access.isLoad && !name.consume_front("st.global."))
    return std::nullopt;
  SmallVector<StringRef, 4> parts;
  name.split(parts, '.');
  StringRef type = parts.pop_back_val();
  access.element = elementOf(type, context);
  access.isSigned = type.starts_with("s");
  for (StringRef part : parts) {
    if (part == "v2" || part == "v4")
      access.count = part == "v2" ? 2 : 4;
    else if (part == "cv" || part == "wt") // what others write, and what they are to see
      access.isVolatile = true;
    else if (!is_contained({"nc", "ca", "cg", "cs", "lu", "wb"}, part))
      return std::nullopt;
  }
  return access.element ? std::optional(access) : std::nullopt;
}

/// The access, if the operands are one address and elements in their order.
std::optional<Access> readAccess(const CallInst &call) {
  std::optional<PtxInstruction> instruction = ptxInstructionOf(call);
  std::optional<Access> access;
  if (instruction)
    access = readName(instruction->name, call.getContext());
  if (!access)
    return std::nullopt;
  unsigned count = access->count, inputs = access->isLoad ? 1 : 1 + count;
  std::string expected = access->isLoad ? ptxVector(0, count) + ",[$" + std::to_string(count) + "]"
                                        : "[$0]," + ptxVector(1, count);
  if (instruction->operands != expected || call.arg_size() != inputs ||
      !call.getArgOperand(0)->getType()->isPointerTy())
    return std::nullopt;
  return access;
}

/// What lies in memory as a register holds it, or the other way round.
Value *fit(IRBuilderBase &builder, Value *value, Type *type, bool isSigned) {
  if (value->getType()->isIntegerTy() && type->isIntegerTy())
    return builder.CreateIntCast(value, type, isSigned);
  return value->getType() == type ? value : nullptr;
}

Value *load(IRBuilderBase &builder, CallInst &call, const Access &access, Align align) {
  auto *several = dyn_cast<StructType>(call.getType());
  if ((several ? several->getNumElements() : 1) != access.count)
    return nullptr;
  Value *all = PoisonValue::get(call.getType());
  for (unsigned i = 0; i != access.count; ++i) {
    Value *at = builder.CreateConstInBoundsGEP1_64(access.element, call.getArgOperand(0), i);
    LoadInst *loaded = builder.CreateAlignedLoad(access.element, at, align, access.isVolatile);
    Value *one = fit(builder, loaded, several ? several->getElementType(i) : call.getType(),
                     access.isSigned);
    if (!one)
      return nullptr;
    all = several ? builder.CreateInsertValue(all, one, i) : one;
  }
  return all;
}

bool store(IRBuilderBase &builder, CallInst &call, const Access &access, Align align) {
  SmallVector<Value *, 4> values;
  for (unsigned i = 0; i != access.count; ++i)
    values.push_back(fit(builder, call.getArgOperand(1 + i), access.element, access.isSigned));
  if (is_contained(values, nullptr))
    return false;
  for (unsigned i = 0; i != access.count; ++i)
    builder.CreateAlignedStore(
        values[i], builder.CreateConstInBoundsGEP1_64(access.element, call.getArgOperand(0), i),
        align, access.isVolatile);
  return true;
}

} // namespace

bool nameDeviceAccess(CallInst &call) {
  std::optional<Access> access = readAccess(call);
  if (!access)
    return false;
  IRBuilder<> builder(&call);
  Align align(call.getDataLayout().getTypeStoreSize(access->element).getFixedValue());
  if (access->isLoad) {
    Value *loaded = load(builder, call, *access, align);
    if (!loaded)
      return false;
    call.replaceAllUsesWith(loaded);
  } else if (!store(builder, call, *access, align)) {
    return false;
  }
  call.eraseFromParent();
  return true;
}

} // namespace enzyme
