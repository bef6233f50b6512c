//===- Contradictions.cpp - memory that is now one thing, now another ------===//
//
// Problem: a union holds floats or pointers; a loop or a copy through `double *` moves whole
// records, pointers and all. What the moving access calls it is not what is moved.
//
// Here: whether declarations, or accesses elsewhere, say otherwise of the same bytes.
//===----------------------------------------------------------------------===//
#include "support/Mutation.h"
#include "types/DeclaredTypes.h"
#include "types/Evidence.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace enzyme {

Layout Evidence::seenAs(Kind kind, const Value &pointer, Extent extent) {

  auto places = placesOf(pointer);
  readRoots();
  Layout result;
  for (const Address &place : places) {
    Records seen = recordsOf(place.root);
    erase_if(seen, [&](const Record &record) {
      return record.rank != Rank::Accessed ||
             none_of(record.pattern.pieces, [&](const Piece &piece) { return piece.kind == kind; });
    });
    for (const Piece &piece : combine(seen, place, extent).pieces)
      if (piece.kind == kind || piece.kind == Kind::Unknown)
        addPiece(result.pieces, piece);
  }
  if (!result.pieces.empty() && mutation::breaks("evidence.seen", spelled(kind)))
    return {};
  return result;
}

Type *Evidence::onlyFloat(ArrayRef<const Value *> pointers) {
  SmallPtrSet<Type *, 2> met;
  readRoots();
  for (const Value *pointer : pointers)
    for (const Address &place : placesOf(*pointer)) {
      Records all = recordsOf(place.root);
      all.append(saidByCallers(place));
      for (const Record &record : all)
        for (const Piece &piece : record.pattern.pieces)
          if (piece.kind == Kind::Float)
            met.insert(piece.floatType);
    }
  return met.size() == 1 ? *met.begin() : nullptr;
}

/// Anywhere in `record` where a pointer at `place` may lead.
static bool isEither(const Record &record, const Address &place, KnownLayouts &layouts) {
  uint64_t size = record.declared ? record.declared->getSizeInBits() / 8 : 0;
  if (record.rank != Rank::Declared || size == 0)
    return false;
  uint64_t step = commonPeriod(size, commonPeriod(place.stride, record.stride));
  int64_t first = (place.offset - record.offset) % int64_t(step);
  Places places{uint64_t(first < 0 ? first + int64_t(step) : first), size, step};
  return anyPlaceIn(*record.declared, places,
                    [&](uint64_t at) { return layouts.isEither(*record.declared, at); }) &&
         !mutation::breaks("evidence.either");
}

bool Evidence::isDeclaredEither(const Value &pointer) {
  auto places = addresses.of(pointer);
  readRoots();
  return any_of(places, [&](const Address &place) {
    bool isFound = false;
    SmallVector<unsigned, 8> seen;
    gather(Address{place.root}, true, seen, [&](const Address &from) {
      Address there{from.root, place.offset - from.offset, commonPeriod(place.stride, from.stride)};
      if (from.root < records.size())
        isFound = isFound || any_of(records[from.root], [&](const Record &record) {
                    return isEither(record, there, callees.layouts());
                  });
    });
    return isFound;
  });
}

/// Anywhere in the bytes from `place` on; 0: in all that there are.
static bool hasEither(const Record &record, const Address &place, uint64_t bytes) {
  uint64_t size = record.declared ? record.declared->getSizeInBits() / 8 : 0;
  if (size == 0)
    return false;
  bool isAll = bytes == 0 || bytes >= size || place.stride || record.stride;
  uint64_t first = isAll ? 0 : uint64_t(place.offset - record.offset), step = sizeof(uint32_t);
  if (!isAll && bytes < sizeof(uint64_t)) { // half of one, perhaps
    first -= first % sizeof(uint64_t);
    bytes = sizeof(uint64_t);
  }
  first %= size;
  uint64_t end = first + (isAll ? size : bytes);
  auto isEither = [&](uint64_t at) { return isFloatOrPointer(record.declared, at); };
  bool isAny = anyPlaceIn(*record.declared, {first, std::min(end, size), step}, isEither) ||
               (end > size && anyPlaceIn(*record.declared, {0, end - size, step}, isEither));
  return isAny && !mutation::breaks("evidence.either", "anywhere");
}

bool Evidence::holdsDeclaredEither(const Value &pointer, uint64_t bytes) {
  auto places = placesOf(pointer);
  readRoots();
  return any_of(places, [&](const Address &place) {
    Records all = recordsOf(place.root);
    all.append(saidByCallers(place));
    return any_of(all, [&](const Record &record) { return hasEither(record, place, bytes); });
  });
}

/// What `record` says of the bytes from `place` on, where it was seen or declared.
static Layout saidOf(const Record &record, const Address &place, uint64_t size) {
  if (record.rank < Rank::Accessed || record.stride || place.stride)
    return {};
  return combine(record, place, {size, 1});
}

bool Evidence::holdsOneOrAnother(const Value &pointer, uint64_t size) {
  auto places = addresses.of(pointer);
  readRoots();
  return any_of(places, [&](const Address &place) {
    SmallVector<Piece, 8> seen;
    Layout unions;
    for (const Record &record : recordsOf(place.root))
      for (const Piece &piece : saidOf(record, place, size).pieces)
        if (piece.kind == Kind::Float || piece.kind == Kind::Pointer)
          seen.push_back(piece);
        else if (piece.kind == Kind::Unknown && record.declared)
          addPiece(unions.pieces, piece);
    auto meets = [](const Piece &a, const Piece &b) {
      return a.offset < b.offset + b.size && b.offset < a.offset + a.size;
    };
    return any_of(seen, [&](const Piece &a) {
      return a.kind == Kind::Float &&
             any_of(unions.pieces, [&](const Piece &open) { return meets(a, open); }) &&
             any_of(seen, [&](const Piece &b) { return b.kind == Kind::Pointer && meets(a, b); });
    });
  });
}

} // namespace enzyme
