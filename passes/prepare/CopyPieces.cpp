//===- CopyPieces.cpp - small copies as typed loads and stores -------------===//
//
// memcpy and memmove of a constant size whose pieces are all known and cover
// every byte that is not padding. Loads all come before the stores, so that an
// overlapping move is right too. Of a memcpy of which only some members are not
// known (types/CopiedBytes.cpp) each run of those becomes a copy of its own.
//===----------------------------------------------------------------------===//
#include "prepare/CopyPieces.h"
#include "limits/prepare.h"
#include "types/LayoutTools.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isLocal(const Value *pointer) { return isa<AllocaInst>(pointer->stripInBoundsOffsets()); }

uint64_t limitFor(const MemTransferInst &copy) {
  return isLocal(copy.getRawDest()) || isLocal(copy.getRawSource()) ? limits::bytesOfLocalCopy
                                                                    : limits::bytesOfCopy;
}

/// The type to move a piece as; null where there is none.
Type *carrier(const Piece &piece, LLVMContext &context) {
  switch (piece.kind) {
  case Kind::Float:
    return piece.floatType;
  case Kind::Pointer:
    return PointerType::getUnqual(context);
  case Kind::Integer:
    return piece.size <= 8 && isPowerOf2_64(piece.size)
               ? IntegerType::get(context, unsigned(piece.size * 8))
               : nullptr;
  case Kind::Unknown:
    return nullptr;
  }
  return nullptr;
}

/// The pieces of the whole copy, in order; empty when some byte's piece is not
/// fully known. Bytes between pieces are padding: they must not be read.
SmallVector<Piece, 8> piecesOf(const MemTransferInst &copy, uint64_t size) {
  std::optional<Layout> layout = decode(copy.getMetadata(layoutMetadata), copy.getContext());
  SmallVector<Piece, 8> pieces;
  if (!layout || !layout->known || layout->period == 0 || layout->pieces.empty())
    return pieces;
  for (uint64_t start = 0; start < size; start += layout->period)
    for (Piece piece : layout->pieces) {
      piece.offset += start;
      if (piece.offset >= size)
        break;
      bool isWhole = piece.offset + piece.size <= size;
      if (!isWhole || !carrier(piece, copy.getContext()))
        return {};
      pieces.push_back(piece);
    }
  return pieces;
}

/// A union of an array of bytes and something else has holes that are not padding:
/// only copies whose gaps are what alignment explains are split.
bool hasOnlyPadding(ArrayRef<Piece> pieces, uint64_t size) {
  uint64_t end = 0;
  for (const Piece &piece : pieces) {
    if (piece.offset < end)
      return false; // pieces overlap: a union
    if (piece.offset - end >= std::max<uint64_t>(piece.size, 16))
      return false;
    end = piece.offset + piece.size;
  }
  return size - end < 16;
}

/// Half a word that is moved as a float could be half of something else; this one is a float.
void nameFloat(Instruction &access, const Piece &piece) {
  if (piece.kind != Kind::Float || piece.size >= sizeof(uint64_t))
    return;
  Layout whole{piece.size, {{0, Kind::Float, piece.floatType, piece.size}}, true};
  access.setMetadata(layoutMetadata, encode(whole, access.getContext()));
}

/// Members side by side: all open, or none.
struct Run {
  uint64_t begin = 0, end = 0;
  Layout layout;
  bool isOpen() const { return !layout.known; }
};

/// Padding goes with what is known.
SmallVector<Run, 4> runsOf(const Layout &whole) {
  SmallVector<Run, 4> runs;
  for (const Piece &piece : whole.pieces) {
    bool isOpen = piece.kind == Kind::Unknown;
    if (runs.empty() || runs.back().isOpen() != isOpen) {
      bool follows = !runs.empty();
      if (follows && isOpen)
        runs.back().end = piece.offset;
      runs.push_back({follows ? runs.back().end : 0, 0, {0, {}, !isOpen}});
    }
    Run &run = runs.back();
    run.end = piece.offset + piece.size;
    run.layout.pieces.push_back(piece);
    run.layout.pieces.back().offset -= run.begin;
  }
  for (Run &run : runs) {
    if (&run == &runs.back())
      run.end = whole.period;
    run.layout.period = run.end - run.begin;
  }
  return runs;
}

void separateOpenMembers(MemCpyInst &copy) {
  auto layout = decode(copy.getMetadata(openMembersMetadata), copy.getContext());
  auto *length = dyn_cast<ConstantInt>(copy.getLength());
  if (!layout || !length || copy.isVolatile() || length->getZExtValue() != layout->period ||
      !hasOnlyPadding(layout->pieces, layout->period))
    return;
  IRBuilder<> builder(&copy);
  for (const Run &run : runsOf(*layout)) {
    auto address = [&](Value *base) {
      return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, run.begin);
    };
    CallInst *part = builder.CreateMemCpy(
        address(copy.getRawDest()), commonAlignment(copy.getDestAlign().valueOrOne(), run.begin),
        address(copy.getRawSource()),
        commonAlignment(copy.getSourceAlign().valueOrOne(), run.begin), run.end - run.begin);
    if (!run.isOpen())
      part->setMetadata(layoutMetadata, encode(run.layout, copy.getContext()));
  }
  copy.eraseFromParent();
}

void split(MemTransferInst &copy, ArrayRef<Piece> pieces) {
  IRBuilder<> builder(&copy);
  auto address = [&](Value *base, uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
  };
  SmallVector<Value *, 8> values;
  for (const Piece &piece : pieces) {
    LoadInst *load = builder.CreateAlignedLoad(
        carrier(piece, copy.getContext()), address(copy.getRawSource(), piece.offset),
        commonAlignment(copy.getSourceAlign().valueOrOne(), piece.offset), copy.isVolatile());
    nameFloat(*load, piece);
    values.push_back(load);
  }
  for (auto [piece, value] : zip(pieces, values))
    nameFloat(
        *builder.CreateAlignedStore(value, address(copy.getRawDest(), piece.offset),
                                    commonAlignment(copy.getDestAlign().valueOrOne(), piece.offset),
                                    copy.isVolatile()),
        piece);
  copy.eraseFromParent();
}

} // namespace

void splitSmallCopies(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *copy = dyn_cast<MemCpyInst>(&instruction))
      separateOpenMembers(*copy);
  SmallVector<MemTransferInst *> copies;
  for (Instruction &instruction : instructions(function))
    if (auto *copy = dyn_cast<MemTransferInst>(&instruction))
      copies.push_back(copy);
  for (MemTransferInst *copy : copies) {
    auto *length = dyn_cast<ConstantInt>(copy->getLength());
    if (!length || copy->isVolatile() || length->getZExtValue() > limitFor(*copy))
      continue;
    uint64_t size = length->getZExtValue();
    SmallVector<Piece, 8> pieces = piecesOf(*copy, size);
    if (!pieces.empty() && hasOnlyPadding(pieces, size))
      split(*copy, pieces);
  }
}

} // namespace enzyme
