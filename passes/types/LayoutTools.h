//===- LayoutTools.h - operations on layouts ------------------------------===//
//
// What the sources of type facts share; users of type analysis need only Types.h.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_LAYOUTTOOLS_H
#define ENZYME_TYPES_LAYOUTTOOLS_H

#include "types/Types.h"
#include <optional>

namespace enzyme {

/// The piece that a scalar type makes at `offset`.
Piece pieceOf(llvm::Type *type, uint64_t offset, const llvm::DataLayout &layout);

/// {0 double, 8 double} every 16 is {0 double} every 8.
void shortenPeriod(Layout &layout);

/// The same memory seen from `offset` bytes further on; with `size`, at least what cutTo keeps of
/// it.
Layout startingAt(const Layout &layout, int64_t offset, uint64_t size = 0);

/// The first `size` bytes of a repeating pattern, as a pattern of that period.
Layout cutTo(const Layout &layout, uint64_t size);

/// The same; or the pattern itself, which is repeated, if those were more pieces than that.
Layout spreadOver(const Layout &layout, uint64_t size);

/// Adds the part of `whole` that lies in [offset, offset + size).
void addHalf(Layout &layout, uint64_t offset, uint64_t size, Piece whole);

/// Greatest common divisor; 0 is neutral and means "no repetition".
uint64_t commonPeriod(uint64_t a, uint64_t b);

/// Joins one more reading of some bytes. Equal readings join silently; readings
/// that contradict each other become one Unknown piece.
void addPiece(llvm::SmallVectorImpl<Piece> &pieces, Piece piece);

/// The same for each of `more` in turn, in time that grows with the numbers of pieces and not with
/// their product, where most of them meet none.
void addPieces(llvm::SmallVectorImpl<Piece> &pieces, llvm::ArrayRef<Piece> more);

/// The bytes of each of `stretches` that no piece covers become pieces of its kind.
void fillGaps(llvm::SmallVectorImpl<Piece> &pieces, llvm::ArrayRef<Piece> stretches);

/// The members that are arrays of more than one word of integers, each as one piece; words or
/// halves of words.
llvm::SmallVector<Piece, 4> arraysOfIntegers(const Layout &layout);

/// Those of `pieces`, which are in order and apart, that share bytes with `piece`.
llvm::ArrayRef<Piece> meeting(llvm::ArrayRef<Piece> pieces, const Piece &piece);

/// The name of the metadata that carries a Layout through our own pipeline.
inline constexpr llvm::StringLiteral layoutMetadata = "enzyme.layout";

/// On a copy of structures some of whose members may hold anything: which (CopiedBytes.cpp).
inline constexpr llvm::StringLiteral openMembersMetadata = "enzyme.open.members";

/// On a copy or fill of unknown bytes, from which nothing is to be concluded: they may be
/// a part of anything.
inline constexpr llvm::StringLiteral unknownBytesMetadata = "enzyme.unknown.bytes";

/// Marks `access` so. If the bytes are floats at all they are of type `moved`, which is the
/// type of a float, or a structure of those that they may be.
void markUnknownBytes(llvm::Instruction &access, llvm::Type *moved);

/// On accesses by code that moves numbers of whatever type an array happens to have: there is one
/// for each type, and that it is there says nothing about the program. The mark comes with such
/// code to where it is imported, as none of "enzyme.*" does.
inline constexpr llvm::StringLiteral movesAnyMetadata = "moves.any.number";
bool movesNumbersOfAnyType(const llvm::Instruction &at);

/// The float type that the mark names; null if it names none.
llvm::Type *floatAmongUnknownBytes(const llvm::Instruction &access);

/// !{i64 period, [i64 offset, i64 kind, i64 size, !"float type"]…}; only known
/// layouts are written.
llvm::MDNode *encode(const Layout &layout, llvm::LLVMContext &context);
std::optional<Layout> decode(const llvm::MDNode *node, llvm::LLVMContext &context);

llvm::StringRef spelled(Kind kind);
void printPieces(llvm::raw_ostream &out, llvm::ArrayRef<Piece> pieces);
void printLayout(llvm::raw_ostream &out, const Layout &layout);

} // namespace enzyme
#endif
