//===- Rounding.h - how the result of an operation is rounded -------------===//
//
// Code that computes in another format, or bounds rounding errors, must know which
// operations round at all, and for which of them computing exactly and rounding
// once gives another result.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_ROUNDING_H
#define ENZYME_RULES_ROUNDING_H

#include "llvm/IR/Instruction.h"

namespace enzyme {

enum class Rounding : uint8_t {
  None,      ///< the result is an operand, or a part of it: fneg, fabs, fmin, floor, frexp …
  Once,      ///< + - * / and conversions: the exact result, rounded
  Root,      ///< sqrt: the same
  Fused,     ///< fma: the same, of three operands
  Scaled,    ///< ldexp and its kin: rounds only where digits are lost
  Neighbour, ///< nextafter and its kin: about the format itself
  Library,   ///< everything else: within about one unit in the last place
};

/// For instructions that have a formula.
Rounding roundingOf(llvm::Instruction &instruction);

/// floor, rint, lround and their kin: a number to a whole one beside it, as a number or an integer.
bool roundsToWhole(llvm::Instruction &instruction);

} // namespace enzyme
#endif
