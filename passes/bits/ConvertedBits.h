//===- ConvertedBits.h - numbers' bits that change like numbers ----*- C++ -*-===//
//
// Problem: fast logarithms convert the bits of a float to a number, fast exponentials convert a
// number to the bits of a float, and powers, roots and products do both, or divide and add bits:
//
//     log2(x) ~ number(bits(x)) * 2^-52 - 1023          2^z ~ float(integer((z + 1023) * 2^52))
//     cbrt(x) ~ float(bits(x) / 3 + c)                  x * y ~ float(bits(x) + bits(y) - c)
//
// Between two powers of two the bits are linear in the float, and the float in them:
//
//     d bits / dx = 2^(significand - exponent(x))       dy / d bits = 2^(exponent(y) - significand)
//
// The derivative is that of the function as it is computed, piece by piece. An integer changes
// with a float if it has the highest 15 bits of its significand at least; with fewer (an exponent,
// an index into a table) it is a step, as a number converted to an integer is, unless that
// becomes the bits of a float. Products that may overflow (hashes) are steps. Words in memory where
// nothing but one type of number is seen are those of numbers, and the upper half of a double that
// is loaded alone changes with the double.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_BITS_CONVERTEDBITS_H
#define ENZYME_BITS_CONVERTEDBITS_H

#include "llvm/IR/Function.h"

namespace enzyme {

class EvidenceStore; // types/EvidenceStore.h

/// Numbers converted from integers that change with floats, and floats made of such that
/// nameScaledBits does not know, are computed with that change added: it is zero, and its
/// derivative is theirs.
void nameConvertedBits(llvm::Function &function, EvidenceStore *others);

/// The first part, words that are stored where numbers lie: for all functions, before it is
/// known which of them write active values.
bool nameStoredBits(llvm::Function &function, EvidenceStore *others);

} // namespace enzyme
#endif
