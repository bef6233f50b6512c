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

Type *floatNamed(StringRef name, LLVMContext &context) {
  if (!name.consume_front("Float@"))
    return nullptr;
  constexpr std::pair<StringLiteral, Type::TypeID> floats[] = {
      {"half", Type::HalfTyID},       {"bf16", Type::BFloatTyID},   {"float", Type::FloatTyID},
      {"double", Type::DoubleTyID},   {"fp80", Type::X86_FP80TyID}, {"fp128", Type::FP128TyID},
      {"ppc128", Type::PPC_FP128TyID}};
  for (auto &[spelling, type] : floats)
    if (name == spelling)
      return Type::getPrimitiveType(context, type);
  return nullptr;
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

/// "{[-1]:Pointer, [-1,0]:Float@double}": the entries with two indices.
SmallVector<Entry, 4> parseTree(StringRef text) {
  SmallVector<Entry, 4> entries;
  for (text = text.drop_until(isOpening); !text.empty(); text = text.drop_until(isOpening)) {
    auto [path, rest] = text.drop_front().split(']');
    SmallVector<StringRef, 4> indices;
    path.split(indices, ',');
    rest.consume_front(":");
    StringRef type = rest.take_until([](char c) { return c == ',' || c == '}' || c == ' '; });
    Entry entry{0, type};
    if (indices.size() == 2 && !indices[1].trim().getAsInteger(10, entry.offset))
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
    if (auto *offset = mdconst::dyn_extract<ConstantInt>(tree.getOperand(i)))
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
  return layoutOf(parseTree(attribute.getValueAsString()), layout, context);
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
    auto *from = mdconst::dyn_extract<ConstantInt>(list->getOperand(i + 1));
    auto *next = i + 3 < list->getNumOperands()
                     ? mdconst::dyn_extract<ConstantInt>(list->getOperand(i + 3))
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
