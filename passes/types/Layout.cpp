//===- Layout.cpp - patterns of floats and pointers in memory -------------===//
//
// Problem: facts about memory come from many places (LLVM types, debug info,
// TBAA, metadata) and must be compared, shifted and cut to the bytes of one
// access.
//
// Here: Layout as a plain value, and the operations every source of facts
// shares. A pattern is a period and pieces within it; arrays are patterns with a
// short period, a single object is the pattern of its whole size.
//===----------------------------------------------------------------------===//
#include "limits/types.h"
#include "support/Mutation.h"
#include "types/LayoutTools.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include <algorithm>
#include <numeric>

using namespace llvm;

namespace enzyme {
namespace {

bool hasKind(ArrayRef<Piece> pieces, Kind kind) {
  return any_of(pieces, [&](const Piece &p) { return p.kind == kind; });
}

bool flatten(Type *type, uint64_t offset, const DataLayout &layout, SmallVectorImpl<Piece> &pieces);

/// Bytes that the type says nothing about.
bool leaveOpen(uint64_t offset, uint64_t size, SmallVectorImpl<Piece> &pieces) {
  if (size)
    pieces.push_back({offset, Kind::Unknown, nullptr, size});
  return false;
}

bool flattenStruct(StructType *type, uint64_t offset, const DataLayout &layout,
                   SmallVectorImpl<Piece> &pieces) {
  if (type->isOpaque())
    return false;
  // Clang gives a union the type of its largest member: it says nothing.
  if (type->hasName() && type->getName().starts_with("union.") && !mutation::breaks("types.union"))
    return leaveOpen(offset, layout.getTypeAllocSize(type), pieces);
  const StructLayout *fields = layout.getStructLayout(type);
  bool settled = true;
  for (auto [index, field] : enumerate(type->elements()))
    settled &= flatten(field, offset + fields->getElementOffset(index), layout, pieces);
  return settled;
}

bool flattenArray(ArrayType *type, uint64_t offset, const DataLayout &layout,
                  SmallVectorImpl<Piece> &pieces) {
  Type *element = type->getElementType();
  uint64_t stride = layout.getTypeAllocSize(element);
  if (element->isIntegerTy(8)) // characters, padding or raw storage
    return leaveOpen(offset, type->getNumElements(), pieces);
  bool settled = true;
  for (uint64_t i = 0; i < type->getNumElements(); ++i) {
    if (pieces.size() >= limits::piecesOfPattern)
      return false;
    settled &= flatten(element, offset + i * stride, layout, pieces);
  }
  return settled;
}

bool flattenVector(FixedVectorType *type, uint64_t offset, const DataLayout &layout,
                   SmallVectorImpl<Piece> &pieces) {
  Type *element = type->getElementType();
  uint64_t bits = layout.getTypeSizeInBits(element);
  if (bits % 8 != 0) { // <n x i1>: bits are packed
    pieces.push_back({offset, Kind::Integer, nullptr, layout.getTypeStoreSize(type)});
    return true;
  }
  for (uint64_t i = 0; i < type->getNumElements(); ++i)
    pieces.push_back(pieceOf(element, offset + i * bits / 8, layout));
  return true;
}

/// Appends the pieces of `type` at `offset`; false when something is unsettled.
bool flatten(Type *type, uint64_t offset, const DataLayout &layout,
             SmallVectorImpl<Piece> &pieces) {
  if (auto *structure = dyn_cast<StructType>(type))
    return flattenStruct(structure, offset, layout, pieces);
  if (auto *array = dyn_cast<ArrayType>(type))
    return flattenArray(array, offset, layout, pieces);
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return flattenVector(vector, offset, layout, pieces);
  if (!type->isSized() || type->isScalableTy())
    return false;
  pieces.push_back(pieceOf(type, offset, layout));
  return true;
}

/// True if the pieces are `parts` times the same pattern.
bool repeats(const Layout &layout, uint64_t parts) {
  size_t share = layout.pieces.size() / parts;
  uint64_t period = layout.period / parts;
  for (size_t i = share; i < layout.pieces.size(); ++i) {
    Piece expected = layout.pieces[i - share];
    expected.offset += period;
    if (!(expected == layout.pieces[i]))
      return false;
  }
  return true;
}

} // namespace

bool Layout::hasFloats() const { return hasKind(pieces, Kind::Float); }
bool Layout::hasPointers() const { return hasKind(pieces, Kind::Pointer); }
bool Layout::hasUnknown() const { return hasKind(pieces, Kind::Unknown); }

Piece pieceOf(Type *type, uint64_t offset, const DataLayout &layout) {
  uint64_t size = layout.getTypeStoreSize(type).getFixedValue();
  if (type->isFloatingPointTy())
    return {offset, Kind::Float, type, size};
  return {offset, type->isPointerTy() ? Kind::Pointer : Kind::Integer, nullptr, size};
}

Layout layoutOf(Type *type, const DataLayout &dataLayout) {
  Layout result;
  if (!type->isSized() || type->isScalableTy())
    return result;
  // An array behind a pointer is its element, repeated.
  bool isBytes = false;
  while (auto *array = dyn_cast<ArrayType>(type)) {
    if (array->getNumElements() == 0)
      return result;
    type = array->getElementType();
    isBytes = type->isIntegerTy(8);
  }
  if (isBytes)
    return result;
  result.period = dataLayout.getTypeAllocSize(type);
  result.known = flatten(type, 0, dataLayout, result.pieces) && result.period;
  shortenPeriod(result);
  return result;
}

void shortenPeriod(Layout &layout) {
  size_t count = layout.pieces.size();
  if (count < 2 || !layout.known)
    return;
  for (size_t share = 1; share <= count / 2; ++share) {
    if (count % share != 0 || layout.period % (count / share) != 0)
      continue;
    if (!repeats(layout, count / share))
      continue;
    layout.period /= count / share;
    layout.pieces.truncate(share);
    return;
  }
}

Layout startingAt(const Layout &layout, int64_t offset, uint64_t size) {
  Layout result;
  result.period = layout.period;
  result.known = layout.known;
  if (layout.period == 0)
    return result;
  int64_t period = layout.period;
  for (Piece piece : layout.pieces) {
    int64_t moved = (int64_t(piece.offset) - offset) % period;
    piece.offset = moved < 0 ? moved + period : moved;
    bool isMet = piece.offset < size || piece.offset + piece.size > layout.period;
    if (!size || size > layout.period || isMet)
      result.pieces.push_back(piece);
  }
  sort(result.pieces, [](const Piece &a, const Piece &b) { return a.offset < b.offset; });
  return result;
}

Layout cutTo(const Layout &layout, uint64_t size) {
  Layout result;
  result.period = size;
  result.known = layout.known;
  if (layout.period == 0 || size == 0)
    return result;
  // A piece that began before offset 0 is only half inside: it stands at the
  // end of the period of the pattern and reaches over it.
  for (const Piece &piece : layout.pieces)
    if (piece.offset + piece.size > layout.period)
      addHalf(result, 0, std::min(size, piece.offset + piece.size - layout.period), piece);
  for (uint64_t start = 0; start < size && result.pieces.size() < limits::piecesOfPattern;
       start += layout.period)
    for (Piece piece : layout.pieces) {
      piece.offset += start;
      if (piece.offset + piece.size <= size)
        result.pieces.push_back(piece);
      else if (piece.offset < size)
        addHalf(result, piece.offset, size - piece.offset, piece);
    }
  if (result.pieces.size() >= limits::piecesOfPattern)
    result.known = false;
  return result;
}

Layout spreadOver(const Layout &layout, uint64_t size) {
  bool isRepeated = layout.period && size % layout.period == 0;
  bool areTooMany =
      isRepeated && size / layout.period * layout.pieces.size() >= limits::piecesOfPattern;
  return areTooMany ? layout : cutTo(layout, size);
}

void addHalf(Layout &layout, uint64_t offset, uint64_t size, Piece whole) {
  whole.offset = offset;
  whole.size = size;
  if (whole.kind != Kind::Integer) { // half a float is nothing we can name
    whole.kind = Kind::Unknown;
    whole.floatType = nullptr;
    layout.known = false;
  }
  layout.pieces.push_back(whole);
}

uint64_t commonPeriod(uint64_t a, uint64_t b) { return std::gcd(a, b); }

void addPiece(SmallVectorImpl<Piece> &pieces, Piece piece) {
  auto overlaps = [&](const Piece &other) {
    return piece.offset < other.offset + other.size && other.offset < piece.offset + piece.size;
  };
  auto covers = [](const Piece &outer, const Piece &inner) {
    return outer.offset <= inner.offset && outer.offset + outer.size >= inner.offset + inner.size;
  };
  // Pieces are in order and apart: the first that ends behind this one's beginning is
  // the first that can meet it.
  Piece *first = partition_point(
      pieces, [&](const Piece &other) { return other.offset + other.size <= piece.offset; });
  Piece *last = first;
  for (; last != pieces.end() && overlaps(*last); ++last) {
    bool isLoose = last->kind == Kind::Unknown || last->kind == piece.kind;
    bool hasParts = last->kind == Kind::Float || last->kind == Kind::Pointer;
    bool isSaid = *last == piece || (isLoose && !hasParts && covers(*last, piece));
    if (isSaid || mutation::breaks("types.join", spelled(last->kind))) {
      pieces.erase(first, last);
      return;
    }
    // Two readings of the same bytes: neither is believed.
    uint64_t begin = std::min(piece.offset, last->offset);
    uint64_t end = std::max(piece.offset + piece.size, last->offset + last->size);
    bool isInteger = piece.kind == Kind::Integer && last->kind == Kind::Integer;
    piece = {begin, isInteger ? Kind::Integer : Kind::Unknown, nullptr, end - begin};
  }
  if (first == last) {
    pieces.insert(first, piece);
    return;
  }
  *first = piece; // most often of one: the others stay where they are
  pieces.erase(first + 1, last);
}

ArrayRef<Piece> meeting(ArrayRef<Piece> pieces, const Piece &piece) {
  const Piece *first = partition_point(
      pieces, [&](const Piece &other) { return other.offset + other.size <= piece.offset; });
  const Piece *last = first;
  while (last != pieces.end() && last->offset < piece.offset + piece.size)
    ++last;
  return {first, last};
}

void addPieces(SmallVectorImpl<Piece> &pieces, ArrayRef<Piece> more) {
  auto isBefore = [](const Piece &a, const Piece &b) { return a.offset < b.offset; };
  auto meetsNext = [](const Piece &a, const Piece &b) { return b.offset < a.offset + a.size; };
  bool areApart = is_sorted(more, isBefore) &&
                  std::adjacent_find(more.begin(), more.end(), meetsNext) == more.end();
  SmallVector<Piece, 8> free;
  for (const Piece &piece : more)
    if (areApart && meeting(pieces, piece).empty())
      free.push_back(piece);
    else
      addPiece(pieces, piece);
  if (free.empty())
    return;
  SmallVector<Piece, 8> all;
  all.reserve(pieces.size() + free.size());
  std::merge(pieces.begin(), pieces.end(), free.begin(), free.end(), std::back_inserter(all),
             isBefore);
  pieces.assign(all.begin(), all.end());
}

SmallVector<Piece, 4> arraysOfIntegers(const Layout &said) {
  SmallVector<Piece, 4> arrays;
  uint64_t element = 0; // bytes, of the array that is being read
  for (const Piece &piece : said.pieces) {
    bool isInteger = piece.kind == Kind::Integer && piece.size >= sizeof(float);
    bool goesOn = isInteger && element == piece.size &&
                  arrays.back().offset + arrays.back().size == piece.offset;
    element = isInteger ? piece.size : 0;
    if (goesOn)
      arrays.back().size += piece.size;
    else if (isInteger)
      arrays.push_back(piece);
  }
  erase_if(arrays, [](const Piece &array) { return array.size <= sizeof(double); });
  return arrays;
}

void fillGaps(SmallVectorImpl<Piece> &pieces, ArrayRef<Piece> stretches) {
  SmallVector<Piece, 4> inOrder(stretches), gaps;
  stable_sort(inOrder, [](const Piece &a, const Piece &b) { return a.offset < b.offset; });
  uint64_t next = 0;
  for (const Piece &stretch : inOrder) {
    uint64_t end = stretch.offset + stretch.size;
    next = std::max(next, stretch.offset);
    for (const Piece &piece : meeting(pieces, stretch)) {
      if (piece.offset > next)
        gaps.push_back({next, stretch.kind, nullptr, piece.offset - next});
      next = std::max(next, piece.offset + piece.size);
    }
    if (next < end)
      gaps.push_back({next, stretch.kind, nullptr, end - next});
    next = std::max(next, end);
  }
  addPieces(pieces, gaps); // at once: each time moves what lies behind
}

StringRef spelled(Kind kind) {
  switch (kind) {
  case Kind::Unknown:
    return "unknown";
  case Kind::Integer:
    return "integer";
  case Kind::Pointer:
    return "pointer";
  case Kind::Float:
    return "float";
  }
  llvm_unreachable("a kind without a word");
}

void printPieces(raw_ostream &out, ArrayRef<Piece> pieces) {
  interleave(
      pieces, out,
      [&](const Piece &piece) {
        out << piece.offset << ":";
        if (piece.kind == Kind::Float)
          out << *piece.floatType;
        else
          out << spelled(piece.kind) << "*" << piece.size;
      },
      " ");
}

void printLayout(raw_ostream &out, const Layout &layout) {
  out << "{";
  printPieces(out, layout.pieces);
  out << "} every " << layout.period;
  if (!layout.known)
    out << ", not known";
}

} // namespace enzyme
