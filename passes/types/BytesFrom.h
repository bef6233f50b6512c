//===- BytesFrom.h - where the bytes of a value come from -------*- C++ -*-===//
//
// Programs take numbers apart into words and bytes, put them together in another order, send
// them with the highest byte first. For each byte of a value this says which byte of which
// other value it is.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_BYTESFROM_H
#define ENZYME_TYPES_BYTESFROM_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Value.h"

namespace enzyme {

/// On a copy that stands for a loop over halves of words: that those were integers says nothing
/// about what they were parts of.
inline constexpr llvm::StringLiteral movedInPartsMetadata = "enzyme.moved.in.parts";

struct ByteFrom {
  const llvm::Value *source = nullptr; ///< null: the byte is zero
  unsigned at = 0;                     ///< in the source, as it lies in memory

  bool operator==(const ByteFrom &other) const = default;
};
using BytesFrom = llvm::SmallVector<ByteFrom, 8>;

/// Of a scalar, as it lies in memory; what is made otherwise than by moving bytes is its own
/// source. Empty for other types.
BytesFrom bytesFrom(const llvm::Value &value);

/// Bytes that lie side by side in what they come from, or are zero.
struct ByteRun {
  unsigned begin;
  ByteFrom from;
  unsigned count;
};
llvm::SmallVector<ByteRun, 2> runsOf(const BytesFrom &bytes);

/// Is the value put together from bytes of others, and not just one of them, or its first bytes?
bool isPutTogether(const llvm::Value &value);

/// Rotations by whole bytes and swaps of bytes.
bool permutesBytes(const llvm::Value &value);

} // namespace enzyme
#endif
