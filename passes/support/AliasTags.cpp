//===- AliasTags.cpp - what clang writes about an access's type -----------===//
//
// See AliasTags.h.
//===----------------------------------------------------------------------===//
#include "support/AliasTags.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace enzyme {

std::optional<AliasTag> aliasTagOf(const Instruction &access) {
  const MDNode *tag = access.getMetadata(LLVMContext::MD_tbaa);
  if (!tag || tag->getNumOperands() < 3)
    return std::nullopt;
  const MDNode *around = nodeAt(*tag, 0), *scalar = nodeAt(*tag, 1);
  if (!around || !scalar)
    return std::nullopt;
  return AliasTag{around, scalar, numberAt(*tag, 2)};
}

StringRef nameOfTagged(const MDNode *type) {
  const auto *name =
      type && type->getNumOperands() ? dyn_cast_or_null<MDString>(type->getOperand(0)) : nullptr;
  return name ? name->getString() : "";
}

const MDNode *nodeAt(const MDNode &node, unsigned index) {
  return index < node.getNumOperands() ? dyn_cast_or_null<MDNode>(node.getOperand(index)) : nullptr;
}

uint64_t numberAt(const MDNode &node, unsigned index) {
  const auto *number = mdconst::dyn_extract_or_null<ConstantInt>(node.getOperand(index));
  return number ? number->getZExtValue() : 0;
}

bool isNameOfPointer(StringRef name) {
  if (name == anyPointerName || name == tablePointerName || name.starts_with("any p"))
    return true;
  return name.consume_front("p") && !name.empty() && isDigit(name.front()) && name.contains(' ');
}

} // namespace enzyme
