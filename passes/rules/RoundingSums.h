//===- RoundingSums.h - sums that round -----------------------------------===//
//
// Problem: (x + 0x1.8p52) - 0x1.8p52 is x rounded to an integer. Mathematical libraries
// write it, as it costs less than a call; exp and sin begin so. By the rule for sums its
// derivative is 1, while that of rint is 0: x - rint(x), and so exp, would have none.
//
// Here: which sums are meant to round. One of their operands is so large that the sum has
// few bits or none below one, and what follows shows that it was not meant for its value:
// the large number is taken away again, or the bits are read as an integer.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_ROUNDINGSUMS_H
#define ENZYME_RULES_ROUNDINGSUMS_H

#include "llvm/IR/Instruction.h"

namespace enzyme {

struct Formula;

/// The row of a sum (fadd, fsub, a fused multiplication and addition) that rounds: it has
/// no partials. Null for all other instructions.
const Formula *roundingRow(const llvm::Instruction &instruction);

} // namespace enzyme
#endif
