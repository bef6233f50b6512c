//===- AffineBits.h - the bits of a float, computed with as a number -*- C++ -*-===//
//
// Problem: first guesses of roots, keys that sort like numbers, values that carry a kind in
// their exponents take the bits of a float for an integer and make another float of a sum:
//
//     y = float(c - (bits(x) >> 1))       y = float(~bits(x))       y = float(bits(x) + c)
//
// Between two powers of two the float is linear in its bits, and they in it:
//
//     dy / dx = ± 2^-k · unit(y) / unit(x),   unit: what the last bit stands for, with the sign
//
// Here: which integers are made this way, and the float with that slope.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_BITS_AFFINEBITS_H
#define ENZYME_BITS_AFFINEBITS_H

#include "support/BitOrigins.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// c ± (word >> halvings)
struct AffineBits {
  llvm::Value *word = nullptr; ///< the bits of a float, or an integer that is perhaps such
  bool isNegated = false;
  unsigned halvings = 0;
  bool isWhole = true; ///< just the word

  /// The bits can be recovered from the number.
  bool isCode() const { return halvings == 0; }
};

/// If the integer is one, of a word of a float of that format.
std::optional<AffineBits> affineBits(llvm::Value &integer, const FloatBits &format);

/// The float `made` of such an integer, changing with `x`, the float of its word.
llvm::Value *changingWith(llvm::IRBuilder<> &builder, llvm::Value *x, llvm::Value *made,
                          const AffineBits &how, const FloatBits &format);

/// The value; to the derivative it is a constant.
llvm::Value *constantly(llvm::IRBuilder<> &builder, llvm::Value *value);

/// An integer that is combined with a mask made of its sign, `u ^ (u >> 63 | 1 << 63)`, as a
/// choice between two constant masks; null if it is not one.
llvm::Value *chosenBySign(llvm::BinaryOperator &at);

} // namespace enzyme
#endif
