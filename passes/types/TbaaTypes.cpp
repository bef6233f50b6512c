//===- TbaaTypes.cpp - facts from type based alias information ------------===//
//
// Problem: an i64 that is loaded and stored again may be a double on its way.
// The alias tag of the access often still has the name of the type it had.
//
// Here: tags to pieces. Scalars answer by name ("double", "int", "any pointer",
// "p1 double"); "omnipotent char" says nothing. Struct nodes list their members.
//===----------------------------------------------------------------------===//
#include "limits/types.h"
#include "support/AliasTags.h"
#include "types/DeclaredTypes.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Source names of floating types, as clang writes them.
Type *floatNamed(StringRef name, const DataLayout &layout, LLVMContext &context) {
  Type *longDouble = Type::getX86_FP80Ty(context);
  return StringSwitch<Type *>(name)
      .Cases({"float", "_Complex float"}, Type::getFloatTy(context))
      .Cases({"double", "_Complex double"}, Type::getDoubleTy(context))
      .Case("long double", longDouble)
      .Cases({"_Float16", "__fp16", "half"}, Type::getHalfTy(context))
      .Cases({"__bf16", "bfloat"}, Type::getBFloatTy(context))
      .Cases({"__float128", "_Float128"}, Type::getFP128Ty(context))
      .Default(nullptr);
}

bool isIntegerName(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases({"bool", "_Bool", "short", "int", "long", "long long"}, true)
      .Cases({"__int128", "wchar_t", "char16_t", "char32_t"}, true)
      .Default(false);
}

/// What the scalar node says about bytes at `offset`; `size` where the name
/// alone does not give it.
std::optional<Piece> scalarPiece(const MDNode *node, uint64_t offset, uint64_t size,
                                 const Module &module) {
  StringRef name = nameOfTagged(node);
  const DataLayout &layout = module.getDataLayout();
  if (Type *type = floatNamed(name, layout, module.getContext()))
    return pieceOf(type, offset, layout);
  if (isNameOfPointer(name))
    return Piece{offset, Kind::Pointer, nullptr, layout.getPointerSize()};
  if (isIntegerName(name) && size)
    return Piece{offset, Kind::Integer, nullptr, size};
  return std::nullopt;
}

bool isScalarNode(const MDNode *node) {
  StringRef name = nameOfTagged(node);
  return isNameOfPointer(name) || isIntegerName(name) || name == anyTypeName;
}

/// Members of a struct node; those that say nothing are left out.
void readMembers(const MDNode &type, uint64_t offset, const Module &module,
                 SmallVectorImpl<Piece> &pieces, unsigned depth) {
  for (unsigned i = 1; i + 1 < type.getNumOperands(); i += 2) {
    const MDNode *member = nodeAt(type, i);
    if (!member)
      return;
    uint64_t start = offset + numberAt(type, i + 1);
    // The width of an integer is not written: trust one byte of it, which is
    // enough to say that no float begins there.
    if (auto piece = scalarPiece(member, start, 1, module))
      addPiece(pieces, *piece);
    else if (!isScalarNode(member) && depth < limits::nestingOfTbaa)
      readMembers(*member, start, module, pieces, depth + 1);
  }
}

} // namespace

TbaaFacts readTbaa(const Instruction &access) {
  TbaaFacts facts;
  std::optional<AliasTag> tag = aliasTagOf(access);
  if (!tag)
    return facts;
  const Module &module = *access.getModule();
  Type *type = access.getType();
  if (const auto *store = dyn_cast<StoreInst>(&access))
    type = store->getValueOperand()->getType();
  uint64_t size = type->isSized() && !type->isScalableTy()
                      ? module.getDataLayout().getTypeStoreSize(type).getFixedValue()
                      : 0;
  facts.access = scalarPiece(tag->scalar, 0, size, module);
  StringRef name = nameOfTagged(tag->scalar);
  if (name.consume_front("p1 "))
    if (Type *floating = floatNamed(name, module.getDataLayout(), module.getContext()))
      facts.behind = pieceOf(floating, 0, module.getDataLayout());
  if (tag->around == tag->scalar || isScalarNode(tag->around) ||
      scalarPiece(tag->around, 0, 1, module))
    return facts;
  facts.offset = tag->offset;
  facts.around = tag->around;
  return facts;
}

Layout membersOf(const MDNode &around, const Module &module) {
  Layout result;
  readMembers(around, 0, module, result.pieces, 0);
  return result;
}

Layout readTbaaStruct(const Instruction &copy) {
  Layout result;
  const MDNode *node = copy.getMetadata(LLVMContext::MD_tbaa_struct);
  if (!node)
    return result;
  const auto *length = dyn_cast<ConstantInt>(copy.getOperand(2));
  result.period = length ? length->getZExtValue() : 0;
  result.known = result.period != 0;
  for (unsigned i = 0; i + 2 < node->getNumOperands(); i += 3) {
    uint64_t offset = numberAt(*node, i), size = numberAt(*node, i + 1);
    const MDNode *tag = nodeAt(*node, i + 2);
    const MDNode *scalar = tag ? nodeAt(*tag, 1) : nullptr;
    auto piece = scalarPiece(scalar, offset, size, *copy.getModule());
    if (!piece) {
      result.known = false;
      piece = Piece{offset, Kind::Unknown, nullptr, size};
    }
    // An array member has the tag of its element.
    uint64_t count = piece->size && size % piece->size == 0 ? size / piece->size : 1;
    for (uint64_t k = 0; k < count && k < limits::elementsOfTbaa; ++k, piece->offset += piece->size)
      addPiece(result.pieces, *piece);
    if (count > limits::elementsOfTbaa)
      result.known = false;
  }
  return result;
}

} // namespace enzyme
