//===- ScaledBits.h - floats made of the bits of another ----------*- C++ -*-===//
#ifndef ENZYME_BITS_SCALEDBITS_H
#define ENZYME_BITS_SCALEDBITS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// A float that has the significand of another one, x, and an exponent of its own is x times
/// a power of two, which does not change with x; one with low bits cleared is x less a
/// remainder that does not change with it. Both are written so:
///
///     (bits & 0xfffffffffffff) | 0x3ff << 52      x * 2^k        (the significand, in [1, 2))
///     bits + (k << 52)                            x * 2^k
///     bits & ~0xffffffff                          x - remainder  (the high word)
void nameScaledBits(llvm::Function &function);

} // namespace enzyme
#endif
