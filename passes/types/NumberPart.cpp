//===- NumberPart.cpp - copies of parts of numbers -------------------------===//
#include "types/NumberPart.h"

using namespace llvm;

namespace enzyme {

Type *NumberPart::spelled(LLVMContext &context) const {
  Type *byte = Type::getInt8Ty(context), *half = Type::getInt16Ty(context);
  return StructType::get(context, {number ? number : byte, ArrayType::get(half, whole),
                                   ArrayType::get(byte, offset),
                                   isTogether ? Type::getInt1Ty(context) : byte});
}

std::optional<NumberPart> NumberPart::spelledBy(const Type *type) {
  const auto *structure = dyn_cast_or_null<StructType>(type);
  if (!structure || structure->getNumElements() != 4)
    return std::nullopt;
  auto count = [&](unsigned element) {
    return unsigned(structure->getElementType(element)->getArrayNumElements());
  };
  Type *number = structure->getElementType(0);
  return NumberPart{End(count(1)), number->isFloatingPointTy() ? number : nullptr, count(2),
                    structure->getElementType(3)->isIntegerTy(1)};
}

} // namespace enzyme
