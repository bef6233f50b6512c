//===- MixedFloats.cpp - floats that are others at other times -------------===//
//
// Problem: a union of a float and a double, a std::variant of both, is copied as a whole, and
// LLVM may do that by a load and a store of a double. What is moved may be the float: added up
// as a double, its adjoint would be nonsense. The same of halves in the place of floats.
//
// Here: is anything but the one number kept there? By declarations of unions; by accesses at the
// very place, or at the same place of each element of an array.
//===----------------------------------------------------------------------===//
#include "types/DeclaredTypes.h"
#include "types/Evidence.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace enzyme {
namespace {

constexpr uint64_t doubleBytes = 8, floatBytes = 4;

Beside worse(Beside one, Beside other) { return std::max(one, other); }

/// A float `offset` bytes into a number of `number` bytes. A larger one is not moved by it.
Beside beside(uint64_t offset, uint64_t bytes, uint64_t number) {
  if (bytes > number || (offset == 0 && bytes == number))
    return Beside::Nothing;
  bool isOneFloat = offset == 0 && bytes == floatBytes && number == doubleBytes;
  return isOneFloat ? Beside::OneFloat : Beside::Floats;
}

/// Where `place` lies in a repetition of `record`; negative: unknown.
int64_t distance(const Record &record, int64_t at, const Address &place, uint64_t number) {
  bool isSame = !record.stride || !place.stride || record.stride == place.stride;
  int64_t step = std::max(record.stride, place.stride), by = at - place.offset;
  if (!isSame || (step && step < int64_t(number)))
    return -1;
  return step ? (by % step + step) % step : by;
}

Beside byAccess(const Record &record, const Address &place, uint64_t number) {
  Beside found = Beside::Nothing;
  if (record.pattern.period || record.rank != Rank::Accessed)
    return found;
  for (const Piece &piece : record.pattern.pieces) {
    int64_t by = distance(record, record.offset + int64_t(piece.offset), place, number);
    if (piece.kind == Kind::Float && by >= 0 && by < int64_t(number))
      found = worse(found, beside(by, piece.size, number));
  }
  return found;
}

/// A declared union; arrays of structures of both are none.
Beside byDeclaration(const Record &record, const Address &place, uint64_t number) {
  Beside found = Beside::Nothing;
  uint64_t size = record.declared ? record.declared->getSizeInBits() / 8 : 0;
  int64_t by = size ? distance(record, record.offset, place, number) : -1;
  if (record.rank != Rank::Declared || size == 0 || (place.stride && by < 0))
    return found;
  uint64_t offset = uint64_t(place.offset - record.offset) % size;
  bool isInside = place.stride ? place.stride % size == 0 : place.offset >= record.offset;
  if (!isInside)
    return found;
  bool hasNumber = false;
  for (auto [at, bytes] : floatsInWord(record.declared, offset)) {
    hasNumber |= at == 0 && bytes == number;
    if (at < number)
      found = worse(found, beside(at, bytes, number));
  }
  return hasNumber ? found : Beside::Nothing;
}

/// Is all of an object of this type words of one float or double, some of them of either?
bool isWordsOfEither(const DIType &type) {
  uint64_t size = type.getSizeInBits() / 8;
  bool isEither = false;
  bool isOther = anyPlaceIn(type, {0, size, doubleBytes}, [&](uint64_t word) {
    bool hasDouble = false, hasFloat = false;
    for (auto [at, bytes] : floatsInWord(&type, word)) {
      Beside found = beside(at, bytes, doubleBytes);
      if (found == Beside::Floats)
        return true;
      (found == Beside::OneFloat ? hasFloat : hasDouble) = true;
    }
    isEither |= hasDouble && hasFloat;
    return false;
  });
  return !isOther && isEither && size % doubleBytes == 0;
}

bool isStartOf(const Record &record, const Address &place) {
  int64_t size = record.declared ? record.declared->getSizeInBits() / 8 : 0;
  return size && record.rank == Rank::Declared && (place.offset - record.offset) % size == 0 &&
         place.stride % size == 0 && record.stride % size == 0;
}

} // namespace

bool Evidence::leadsToEitherFloat(const Value &pointer) {
  auto places = placesOf(pointer);
  readRoots();
  return !places.empty() && all_of(places, [&](const Address &place) {
    return any_of(recordsOf(place.root), [&](const Record &record) {
      return isStartOf(record, place) && isWordsOfEither(*record.declared);
    });
  });
}

Beside Evidence::besideNumber(const Value &pointer, uint64_t bytes) {
  Beside found = Beside::Nothing;
  auto places = placesOf(pointer);
  readRoots();
  for (const Address &place : places) {
    Records all = recordsOf(place.root);
    all.append(saidByCallers(place));
    for (const Record &record : all)
      found =
          worse(found, worse(byAccess(record, place, bytes), byDeclaration(record, place, bytes)));
  }
  return found;
}

} // namespace enzyme
