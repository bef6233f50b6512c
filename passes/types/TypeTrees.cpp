//===- TypeTrees.cpp - types that other front ends state -------------------===//
#include "types/TypeTrees.h"
#include "types/LayoutTools.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr int64_t everywhere = -1;
constexpr StringLiteral attributeName = "enzyme_type";
constexpr StringLiteral bytesName = "enzyme_truetype";

/// One scalar of a tree that is one pointer away.
struct Entry {
  int64_t offset = 0;
  StringRef type;
};

constexpr std::pair<StringLiteral, Type::TypeID> floats[] = {
    {"Float@half", Type::HalfTyID},       {"Float@bf16", Type::BFloatTyID},
    {"Float@float", Type::FloatTyID},     {"Float@double", Type::DoubleTyID},
    {"Float@fp80", Type::X86_FP80TyID},   {"Float@fp128", Type::FP128TyID},
    {"Float@ppc128", Type::PPC_FP128TyID}};

Type *floatNamed(StringRef name, LLVMContext &context) {
  for (auto &[spelling, type] : floats)
    if (name == spelling)
      return Type::getPrimitiveType(context, type);
  return nullptr;
}

/// "" of anything but a floating-point type.
StringRef nameOf(const Type *real) {
  for (auto &[spelling, type] : floats)
    if (real && real->getTypeID() == type)
      return spelling;
  return "";
}

/// The piece a type's name stands for; nullopt for Unknown and Anything.
std::optional<Piece> pieceNamed(StringRef name, const DataLayout &layout, LLVMContext &context) {
  if (Type *real = floatNamed(name, context))
    return Piece{0, Kind::Float, real, layout.getTypeStoreSize(real)};
  if (name == "Pointer")
    return Piece{0, Kind::Pointer, nullptr, layout.getPointerSize()};
  if (name == "Integer")
    return Piece{0, Kind::Integer, nullptr, 1};
  return std::nullopt;
}

/// Entries as a pattern: one that holds everywhere is settled.
std::optional<Layout> layoutOf(ArrayRef<Entry> entries, const DataLayout &layout,
                               LLVMContext &context) {
  Layout pattern;
  for (const Entry &entry : entries) {
    std::optional<Piece> piece = pieceNamed(entry.type, layout, context);
    if (!piece)
      continue;
    if (entry.offset == everywhere)
      return Layout{piece->size, {*piece}, true};
    piece->offset = entry.offset;
    addPiece(pattern.pieces, *piece);
  }
  return pattern.pieces.empty() ? std::nullopt : std::optional(pattern);
}

bool isOpening(char c) { return c == '['; }

/// "{[-1]:Pointer, [-1,0]:Float@double}": the entries with two indices; or, of a value that is no
/// pointer, those with one.
SmallVector<Entry, 4> parseTree(StringRef text, unsigned pointersFollowed) {
  SmallVector<Entry, 4> entries;
  for (text = text.drop_until(isOpening); !text.empty(); text = text.drop_until(isOpening)) {
    auto [path, rest] = text.drop_front().split(']');
    SmallVector<StringRef, 4> indices;
    path.split(indices, ',');
    rest.consume_front(":");
    StringRef type = rest.take_until([](char c) { return c == ',' || c == '}' || c == ' '; });
    Entry entry{0, type};
    if (indices.size() == pointersFollowed + 1 &&
        !indices.back().trim().getAsInteger(10, entry.offset))
      entries.push_back(entry);
    text = rest;
  }
  return entries;
}

const MDNode *subtree(const MDNode &tree, unsigned index) {
  return index < tree.getNumOperands() ? dyn_cast<MDNode>(tree.getOperand(index)) : nullptr;
}

/// (offset, subtree) pairs of a tree.
template <class Do> void eachChild(const MDNode &tree, Do action) {
  for (unsigned i = 1; i + 1 < tree.getNumOperands(); i += 2)
    if (auto *offset = mdconst::dyn_extract_or_null<ConstantInt>(tree.getOperand(i)))
      if (const MDNode *child = subtree(tree, i + 1))
        action(offset->getSExtValue(), *child);
}

/// `piece` again and again from byte `at` to byte `end`; integers in words.
void appendRun(Layout &pattern, Piece piece, uint64_t at, uint64_t end) {
  for (; at + piece.size <= end; at += piece.size) {
    if (piece.kind == Kind::Integer)
      for (piece.size = 8; at % piece.size != 0 || at + piece.size > end;)
        piece.size /= 2;
    piece.offset = at;
    pattern.pieces.push_back(piece);
  }
}

} // namespace

std::optional<Layout> statedBehind(AttributeSet attributes, const DataLayout &layout,
                                   LLVMContext &context) {
  Attribute attribute = attributes.getAttribute(attributeName);
  if (!attribute.isValid())
    return std::nullopt;
  return layoutOf(parseTree(attribute.getValueAsString(), 1), layout, context);
}

SmallVector<Piece, 2> statedInside(const Argument &parameter) {
  const Function &function = *parameter.getParent();
  Attribute attribute = function.getAttributes().getParamAttr(parameter.getArgNo(), attributeName);
  if (!attribute.isValid() || !parameter.getType()->isIntOrIntVectorTy())
    return {};
  const DataLayout &layout = function.getParent()->getDataLayout();
  uint64_t size = layout.getTypeStoreSize(parameter.getType()).getFixedValue();
  SmallVector<Piece, 2> inside;
  for (const Entry &entry : parseTree(attribute.getValueAsString(), 0)) {
    auto piece = pieceNamed(entry.type, layout, function.getContext());
    if (!piece || piece->kind == Kind::Integer)
      continue;
    uint64_t from = entry.offset == everywhere ? 0 : entry.offset;
    for (piece->offset = from; piece->offset + piece->size <= size; piece->offset += piece->size) {
      addPiece(inside, *piece);
      if (entry.offset != everywhere)
        break;
    }
  }
  return inside;
}

void stateInside(Function &function, unsigned index, ArrayRef<Piece> pieces) {
  std::string tree;
  for (const Piece &piece : pieces) {
    StringRef type = piece.kind == Kind::Pointer ? "Pointer" : nameOf(piece.floatType);
    if (type.empty())
      continue;
    tree += (tree.empty() ? "{[" : ", [") + std::to_string(piece.offset) + "]:" + type.str();
  }
  if (!tree.empty())
    function.addParamAttr(index, Attribute::get(function.getContext(), attributeName, tree + "}"));
}

void copyStated(const Function &from, Function &to, unsigned index) {
  if (Attribute stated = from.getAttributes().getParamAttr(index, attributeName); stated.isValid())
    to.addParamAttr(index, stated);
}

std::optional<Layout> statedBehind(const Instruction &instruction) {
  const MDNode *tree = instruction.getMetadata(attributeName);
  if (!tree || !instruction.getType()->isPointerTy())
    return std::nullopt;
  SmallVector<Entry, 4> entries;
  eachChild(*tree, [&](int64_t, const MDNode &pointer) {
    eachChild(pointer, [&](int64_t offset, const MDNode &scalar) {
      if (auto *name = scalar.getNumOperands() ? dyn_cast<MDString>(scalar.getOperand(0)) : nullptr)
        entries.push_back({offset, name->getString()});
    });
  });
  return layoutOf(entries, instruction.getDataLayout(), instruction.getContext());
}

std::optional<Layout> statedBytes(const MemIntrinsic &transfer) {
  const MDNode *list = transfer.getMetadata(bytesName);
  auto *length = dyn_cast<ConstantInt>(transfer.getLength());
  if (!list || list->getNumOperands() < 2)
    return std::nullopt;
  const DataLayout &layout = transfer.getDataLayout();
  Layout pattern;
  pattern.known = true;
  for (unsigned i = 0; i + 1 < list->getNumOperands(); i += 2) {
    auto *name = dyn_cast<MDString>(list->getOperand(i));
    auto *from = mdconst::dyn_extract_or_null<ConstantInt>(list->getOperand(i + 1));
    auto *next = i + 3 < list->getNumOperands()
                     ? mdconst::dyn_extract_or_null<ConstantInt>(list->getOperand(i + 3))
                     : length;
    auto piece = name ? pieceNamed(name->getString(), layout, transfer.getContext()) : std::nullopt;
    if (!piece || !from)
      return std::nullopt;
    if (!next) // to the end, wherever that is
      return from->isZero() ? std::optional(Layout{piece->size, {*piece}, true}) : std::nullopt;
    appendRun(pattern, *piece, from->getZExtValue(), next->getZExtValue());
    pattern.period = next->getZExtValue();
  }
  return pattern;
}

} // namespace enzyme
