//===- UnionMembers.cpp - what the alternatives of a union can be ----------===//
//
// Pieces (DebugInfoTypes.cpp) call a union of a double and a pointer Unknown, as they
// call a buffer of characters. Of the buffer an access says what lies there; of the
// union it says by which member somebody reached it. A pointer beside a buffer is a small
// object or the address of a large one.
//===----------------------------------------------------------------------===//
#include "types/DeclaredTypes.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm;

namespace enzyme {
namespace {

struct Alternatives {
  bool hasFloat = false;
  bool hasPointer = false;
  bool hasBytes = false; ///< characters, in which objects of any type are made
  SmallVector<uint64_t, 2> floatBytes{};

  void addScalar(const DIType &type);
  void add(const DIType *type, uint64_t offset, unsigned depth);
};

void Alternatives::addScalar(const DIType &type) {
  const auto *basic = dyn_cast<DIBasicType>(&type);
  bool isFloat = basic && (basic->getEncoding() == dwarf::DW_ATE_float ||
                           basic->getEncoding() == dwarf::DW_ATE_complex_float);
  if (isFloat)
    floatBytes.push_back(basic->getSizeInBits() / 8);
  hasFloat |= isFloat;
  hasPointer |= isPointerTag(type.getTag());
}

void Alternatives::add(const DIType *type, uint64_t offset, unsigned depth) {
  constexpr unsigned maxNesting = 32;
  type = bare(type);
  if (!type || depth > maxNesting)
    return;
  const auto *composite = dyn_cast<DICompositeType>(type);
  if (!composite) {
    if (offset == 0)
      addScalar(*type);
    return;
  }
  if (composite->getTag() == dwarf::DW_TAG_array_type) {
    const DIType *element = bare(composite->getBaseType());
    uint64_t size = element ? element->getSizeInBits() / 8 : 0;
    hasBytes |= size == 1 && !isa<DICompositeType>(element);
    return size ? add(element, offset % size, depth + 1) : void();
  }
  for (const DINode *node : composite->getElements()) {
    const DIDerivedType *member = asMember(node);
    const DIType *inner = member && !member->isBitField() ? bare(member->getBaseType()) : nullptr;
    uint64_t start = member ? member->getOffsetInBits() / 8 : 0;
    if (inner && start <= offset && offset < start + inner->getSizeInBits() / 8)
      add(inner, offset - start, depth + 1);
  }
}

} // namespace

bool isFloatOrPointer(const DIType *type, uint64_t offset) {
  Alternatives found;
  found.add(type, offset, 0);
  return (found.hasFloat || found.hasBytes) && found.hasPointer;
}

SmallVector<std::pair<uint64_t, uint64_t>, 4> floatsInWord(const DIType *type, uint64_t offset) {
  SmallVector<std::pair<uint64_t, uint64_t>, 4> floats;
  for (uint64_t at = 0; at != 8; ++at) {
    Alternatives found;
    found.add(type, offset + at, 0);
    for (uint64_t bytes : found.floatBytes)
      floats.push_back({at, bytes});
  }
  return floats;
}

} // namespace enzyme
