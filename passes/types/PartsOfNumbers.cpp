//===- PartsOfNumbers.cpp - the number that a narrower integer is a part of ---===//
//
// Problem: `union { double d; int half[2]; }`: a function reads `half[1]`, and another one wrote
// `d`. What lies in those four bytes is no number; what lies in the eight around them is one.
//
// Here: whether the function itself declares a double there, in a union or a structure, and nothing
// else. What others do with the memory is no evidence: an arena that held numbers holds structures
// of integers next, whose shadows still have what the numbers' had. A pointer to the half alone may
// as well lead to an integer that nothing lies before: only where the function steps from an object
// to the half is the word known to be memory of that object.
//===----------------------------------------------------------------------===//
#include "types/DeclaredTypes.h"
#include "types/EvidenceStore.h"

using namespace llvm;

namespace enzyme {

constexpr uint64_t doubleBytes = 8;

/// Does the declaration of an object, or of its elements, hold one double and no other number
/// there? Of what lies behind the place it says nothing.
static std::optional<bool> declaresDouble(const Record &record, const Address &place) {
  int64_t size = record.declared ? record.declared->getSizeInBits() / 8 : 0;
  bool isBehind = !record.stride && !place.stride && place.offset < record.offset;
  if (record.rank != Rank::Declared || size == 0 || isBehind)
    return std::nullopt;
  if (place.stride % size != 0 || record.stride % size != 0)
    return false;
  int64_t offset = ((place.offset - record.offset) % size + size) % size;
  auto floats = floatsInWord(record.declared, uint64_t(offset));
  auto isDouble = [](const auto &one) { return one.first == 0 && one.second == doubleBytes; };
  return any_of(floats, isDouble) &&
         all_of(floats, [&](const auto &one) { return isDouble(one) || one.first >= doubleBytes; });
}

Type *Evidence::doubleAround(const Value &pointer, uint64_t before) {
  auto places = placesOf(pointer);
  readRoots();
  bool isOne = !places.empty();
  for (Address place : places) {
    place.offset -= int64_t(before);
    bool isDeclared = false;
    for (const Record &record : recordsOf(place.root))
      if (std::optional<bool> isDouble = declaresDouble(record, place)) {
        isDeclared = true;
        isOne &= *isDouble;
      }
    isOne &= isDeclared && place.offset >= 0;
  }
  return isOne ? Type::getDoubleTy(pointer.getContext()) : nullptr;
}

} // namespace enzyme
