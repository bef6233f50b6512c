//===- Halves.h - the keys of a split derivative's second halves ---------------===//
#ifndef ENZYME_ABI_HALVES_H
#define ENZYME_ABI_HALVES_H

#include "abi/DerivativeKey.h"

namespace enzyme {

/// The other half of a split derivative.
inline DerivativeKey gradientOf(DerivativeKey augmented) {
  augmented.mode = Mode::ReverseGradient;
  augmented.returnsPrimal = false;
  return augmented;
}

/// Tangents from the tape of a split derivative.
inline DerivativeKey forwardOf(DerivativeKey augmented) {
  augmented.mode = Mode::ForwardSplit;
  return augmented;
}

} // namespace enzyme
#endif
