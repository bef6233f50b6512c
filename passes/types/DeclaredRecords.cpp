//===- DeclaredRecords.cpp ------------------------------------------------===//
#include "types/DeclaredRecords.h"
#include "types/DeclaredTypes.h"
#include "types/LayoutTools.h"

using namespace llvm;

namespace enzyme {
namespace {

/// CFI_cdesc_t, by which flang hands arrays and polymorphic objects about (Fortran 2018,
/// 18.5.3): address, length of an element, version, rank, type, attribute, extra.
bool isFortranDescriptor(const StructType &structure) {
  LLVMContext &context = structure.getContext();
  Type *byte = Type::getInt8Ty(context);
  Type *fields[] = {PointerType::get(context, 0),
                    Type::getInt64Ty(context),
                    Type::getInt32Ty(context),
                    byte,
                    byte,
                    byte,
                    byte};
  return structure.elements().take_front(std::size(fields)) == ArrayRef<Type *>(fields);
}

} // namespace

Layout ofObject(Type *type, const DataLayout &layout) {
  Layout own = layoutOf(type, layout);
  while (auto *array = dyn_cast<ArrayType>(type))
    type = array->getElementType();
  auto *structure = dyn_cast<StructType>(type);
  if (structure && (!structure->isLiteral() || isFortranDescriptor(*structure)))
    return own;
  for (Piece &piece : own.pieces)
    if (piece.kind == Kind::Integer) {
      piece.kind = Kind::Unknown;
      own.known = false;
    }
  return own;
}

Record::Behind behindLast(const StructType &type) {
  const Type *last = &type;
  while (auto *inner = dyn_cast<StructType>(last)) {
    if (inner->getNumElements() == 0)
      return Record::Behind::Repeated;
    last = inner->getElementType(inner->getNumElements() - 1);
  }
  auto *array = dyn_cast<ArrayType>(last);
  if (!array || array->getNumElements() > 1)
    return Record::Behind::Repeated;
  return array->getNumElements() ? Record::Behind::PerhapsOfTail : Record::Behind::OfTail;
}

Records behindDeclared(const DIType &type, KnownLayouts &layouts, LLVMContext &context) {
  auto of = [&](const DIType &part) {
    Record record;
    record.pattern = layouts.of(part, context);
    record.rank = Rank::Declared;
    record.declared = bare(&part);
    record.extent = record.declared->getSizeInBits() / 8;
    return record;
  };
  Records all{of(type)};
  std::optional<OpenTail> tail = openTailOf(&type);
  if (!tail)
    return all;
  all.front().behind = tail->element ? Record::Behind::OfTail : Record::Behind::PerhapsOfTail;
  if (tail->element && bare(tail->element)) {
    Record rest = of(*tail->element);
    rest.offset = tail->offset;
    rest.extent = uint64_t(1) << 48; // to the end of the object; nothing of what lies before it
    all.push_back(std::move(rest));
  }
  return all;
}

} // namespace enzyme
