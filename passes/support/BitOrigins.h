//===- BitOrigins.h - where the bits of an integer come from -----*- C++ -*-===//
//
// Integers may be the bits of floats, or parts of them: their exponents, their high words,
// what masks leave of them. For each bit of an integer this says whether it is a known one, or
// the bit of a float; of vectors, what holds for each element.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_BITORIGINS_H
#define ENZYME_SUPPORT_BITORIGINS_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"
#include <optional>

namespace enzyme {

/// Where a bit of an integer, or of each element of a vector, comes from.
struct BitOrigin {
  enum Kind { Unknown, Zero, One, OfFloat } kind = Unknown;
  llvm::Value *source = nullptr; ///< a float
  unsigned place = 0;            ///< in the float's bits
  uint64_t addend = 0;           ///< to which this was added before: of it the bits up to `place`

  bool operator==(const BitOrigin &other) const {
    return kind == other.kind && source == other.source && place == other.place &&
           addend == other.addend;
  }
};

using BitOrigins = llvm::SmallVector<BitOrigin, 64>;

/// The lowest bit first.
BitOrigins originsOf(llvm::Value &integer);

/// The bits of a constant, or of each element of one that repeats itself; null for others.
const llvm::APInt *constantBits(const llvm::Value &value);

/// A float's bits: significand, exponent, sign.
struct FloatBits {
  unsigned significand, width;

  /// Of float and double; nothing for other types.
  static std::optional<FloatBits> of(const llvm::Type &scalar);
  llvm::APInt exponentMask() const {
    return llvm::APInt::getBitsSet(width, significand, width - 1);
  }
  llvm::APInt signMask() const { return llvm::APInt::getSignMask(width); }
  llvm::APInt one() const { // the bits of 1.0
    return llvm::APInt::getBitsSet(width, significand, width - 2);
  }
};

/// Whether an integer is known to have no bit of a float's significand, but perhaps some of
/// its exponent or its sign: it does not change where the float changes a little.
bool isOfExponents(llvm::Value &integer);

} // namespace enzyme
#endif
