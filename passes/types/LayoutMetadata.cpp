//===- LayoutMetadata.cpp - layouts as metadata ---------------------------===//
//
// Problem: declared types are plain to see before the first optimisation and
// gone after it. What was learnt must travel with the instruction.
//
// Here: a Layout as a metadata node. Unknown kinds of metadata stay on calls
// through inlining and cloning.
//===----------------------------------------------------------------------===//
#include "types/LayoutTools.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace enzyme {
namespace {

Metadata *number(uint64_t value, LLVMContext &context) {
  return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), value));
}

/// The floating type written as `name`; null for "".
Type *floatNamed(StringRef name, LLVMContext &context) {
  for (Type *type :
       {Type::getHalfTy(context), Type::getBFloatTy(context), Type::getFloatTy(context),
        Type::getDoubleTy(context), Type::getX86_FP80Ty(context), Type::getFP128Ty(context),
        Type::getPPC_FP128Ty(context)}) {
    std::string spelling;
    raw_string_ostream(spelling) << *type;
    if (name == spelling)
      return type;
  }
  return nullptr;
}

std::optional<uint64_t> readNumber(const MDNode &node, unsigned index) {
  if (index >= node.getNumOperands())
    return std::nullopt;
  if (auto *constant = mdconst::dyn_extract_or_null<ConstantInt>(node.getOperand(index)))
    return constant->getZExtValue();
  return std::nullopt;
}

} // namespace

MDNode *encode(const Layout &layout, LLVMContext &context) {
  assert((layout.known || layout.hasUnknown()) && "what is not known is said to be");
  SmallVector<Metadata *, 16> fields{number(layout.period, context)};
  for (const Piece &piece : layout.pieces) {
    std::string name;
    if (piece.floatType)
      raw_string_ostream(name) << *piece.floatType;
    fields.append({number(piece.offset, context), number(uint64_t(piece.kind), context),
                   number(piece.size, context), MDString::get(context, name)});
  }
  return MDNode::get(context, fields);
}

std::optional<Layout> decode(const MDNode *node, LLVMContext &context) {
  if (!node || node->getNumOperands() % 4 != 1)
    return std::nullopt;
  Layout layout;
  layout.period = readNumber(*node, 0).value_or(0);
  layout.known = layout.period != 0;
  for (unsigned i = 1; i + 3 < node->getNumOperands(); i += 4) {
    auto offset = readNumber(*node, i), kind = readNumber(*node, i + 1),
         size = readNumber(*node, i + 2);
    auto *name = dyn_cast<MDString>(node->getOperand(i + 3));
    if (!offset || !kind || !size || !name || *kind > uint64_t(Kind::Float))
      return std::nullopt;
    Piece piece{*offset, Kind(*kind), floatNamed(name->getString(), context), *size};
    if ((piece.kind == Kind::Float) != (piece.floatType != nullptr))
      return std::nullopt;
    layout.pieces.push_back(piece);
    layout.known &= piece.kind != Kind::Unknown;
  }
  return layout;
}

void markUnknownBytes(Instruction &access, Type *moved) {
  SmallVector<Metadata *, 1> named;
  if (moved->isFloatingPointTy() || moved->isStructTy())
    named.push_back(ConstantAsMetadata::get(UndefValue::get(moved)));
  access.setMetadata(unknownBytesMetadata, MDNode::get(access.getContext(), named));
}

bool movesNumbersOfAnyType(const Instruction &at) { return at.hasMetadata(movesAnyMetadata); }

Type *floatAmongUnknownBytes(const Instruction &access) {
  const MDNode *mark = access.getMetadata(unknownBytesMetadata);
  return mark && mark->getNumOperands() != 0
             ? cast<ConstantAsMetadata>(mark->getOperand(0))->getType()
             : nullptr;
}

} // namespace enzyme
