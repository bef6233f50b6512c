//===- PartsOfNumbers.cpp - the number that a narrower integer is a part of ---===//
//
// Problem: `union { double d; int half[2]; }`: a function reads `half[1]`, and another one wrote
// `d`. What lies in those four bytes is no number; what lies in the eight around them is one.
//
// Here: which number that is, asked as for a word of its size (Evidence::numberIn). A pointer to
// the half alone may as well lead to an integer that nothing lies before: only where the function
// itself steps from an object to the half is the word known to be memory of that object.
//===----------------------------------------------------------------------===//
#include "types/EvidenceStore.h"

using namespace llvm;

namespace enzyme {

/// Does a structure or union, as it is declared, hold one number and no other there?
static bool declaresNumber(const Record &record, const Address &place, uint64_t bytes) {
  uint64_t size = record.declared ? record.declared->getSizeInBits() / 8 : 0;
  if (record.rank != Rank::Declared || size == 0 || place.offset < record.offset ||
      place.stride % size != 0)
    return false;
  auto floats = floatsInWord(record.declared, uint64_t(place.offset - record.offset) % size);
  return !floats.empty() && all_of(floats, [&](const auto &one) {
    return one.first >= bytes || (one.first == 0 && one.second == bytes);
  }) && floats.front().first == 0;
}

Type *Evidence::numberAround(const Value &pointer, uint64_t before, uint64_t bytes) {
  SmallVector<Address, 2> around;
  for (Address place : placesOf(pointer)) {
    place.offset -= int64_t(before);
    if (place.offset < 0)
      return nullptr;
    around.push_back(place);
  }
  if (Type *number = numberAt(around, bytes, /*isWord=*/false))
    return number;
  // Where too many functions use this memory, what is declared here counts.
  auto isDeclared = [&](const Address &place) {
    return any_of(recordsOf(place.root),
                  [&](const Record &record) { return declaresNumber(record, place, bytes); });
  };
  bool isDouble = bytes == 8 && !around.empty() && all_of(around, isDeclared);
  return isDouble ? Type::getDoubleTy(pointer.getContext()) : nullptr;
}

} // namespace enzyme
