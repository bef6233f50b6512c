//===- UnionMembers.cpp - what the alternatives of a union can be ----------===//
//
// Pieces (DebugInfoTypes.cpp) call a union of a double and a pointer Unknown, as they
// call a buffer of characters. Of the buffer an access says what lies there; of the
// union it says by which member it was reached. A pointer beside a buffer is a small
// object or the address of a large one.
//===----------------------------------------------------------------------===//
#include "limits/types.h"
#include "types/DeclaredTypes.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include <numeric>

using namespace llvm;

namespace enzyme {
namespace {

struct Alternatives {
  bool hasFloat = false;
  bool hasPointer = false;
  bool hasBytes = false; ///< characters, in which objects of any type are made
  SmallVector<uint64_t, 2> floatBytes{};

  void addScalar(const DIType &type);
  void addAnything(uint64_t offset);
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

/// Of a type that is not looked into.
void Alternatives::addAnything(uint64_t offset) {
  hasFloat = hasPointer = hasBytes = true;
  for (uint64_t bytes : {sizeof(float), sizeof(double)})
    if (offset % bytes == 0)
      floatBytes.push_back(bytes);
}

void Alternatives::add(const DIType *type, uint64_t offset, unsigned depth) {
  type = bare(type);
  if (!type)
    return;
  const auto *composite = dyn_cast<DICompositeType>(type);
  if (composite && depth > limits::nestingOfUnion)
    return addAnything(offset);
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

/// An array within a type; `element` is the size of one.
struct Stretch {
  uint64_t begin, end, element;
};

/// Those in `type` that lie at `offset`, each before those in its elements; of these the first
/// ones. None within a union: what repeats in one member lies beside other members, which do not.
void addStretches(const DIType *type, uint64_t offset, unsigned depth,
                  SmallVectorImpl<Stretch> &stretches) {
  constexpr unsigned first = 8;
  const auto *composite = dyn_cast_or_null<DICompositeType>(bare(type));
  if (!composite || depth > limits::nestingOfUnion || stretches.size() > limits::stretchesOfType ||
      composite->getTag() == dwarf::DW_TAG_union_type)
    return;
  if (composite->getTag() != dwarf::DW_TAG_array_type) {
    for (const DINode *node : composite->getElements())
      if (const DIDerivedType *member = asMember(node); member && !member->isBitField())
        addStretches(member->getBaseType(), offset + member->getOffsetInBits() / 8, depth + 1,
                     stretches);
    return;
  }
  const DIType *element = bare(composite->getBaseType());
  uint64_t size = element ? element->getSizeInBits() / 8 : 0;
  uint64_t count = size ? composite->getSizeInBits() / 8 / size : 0;
  if (count > first)
    stretches.push_back({offset, offset + count * size, size});
  for (uint64_t i = 0; i < std::min<uint64_t>(count, first); ++i)
    addStretches(element, offset + i * size, depth + 1, stretches);
}

/// How far from `at` the last place is whose eight bytes are like others before them.
uint64_t sameFrom(uint64_t at, uint64_t first, uint64_t step, ArrayRef<Stretch> stretches) {
  uint64_t skipped = 0;
  for (const Stretch &stretch : stretches) {
    uint64_t period = std::lcm(stretch.element, step);
    bool isRepeated = at >= std::max(stretch.begin, first) + period + step;
    if (isRepeated && at + 8 <= stretch.end)
      skipped = std::max(skipped, (stretch.end - 8 - at) / step * step);
  }
  return skipped;
}

} // namespace

bool anyPlaceIn(const DIType &type, const Places &places, function_ref<bool(uint64_t)> isWanted) {
  SmallVector<Stretch, 8> stretches;
  addStretches(&type, 0, 0, stretches);
  for (uint64_t at = places.first; at < places.end; at += places.step) {
    at += sameFrom(at, places.first, places.step, stretches);
    if (at < places.end && isWanted(at))
      return true;
  }
  return false;
}

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
