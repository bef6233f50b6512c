//===- SplitForward.h - tangents whose primal values lie on a tape --------===//
//
// Problem: __enzyme_fwdsplit pushes tangents through a function that has run already,
// perhaps long ago: its memory has changed, its effects must not happen again.
//
// Here: the ordinary forward derivative, from which the primal is taken out again.
// Whatever primal value the derivative work or the control flow reads is read from
// the tape instead, or recomputed, by the plan of the augmented function.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_SPLITFORWARD_H
#define ENZYME_EMIT_SPLITFORWARD_H

#include "emit/Tape.h"

namespace enzyme {

/// The values of `primal` (augmented) that `tangents`, the forward derivative of the
/// same prepared function, reads.
std::vector<llvm::Value *> valuesForTangents(const ShadowedPrimal &tangents,
                                             const ShadowedPrimal &primal);

/// False after saying which construct cannot be run on a tape.
bool admitsTape(Context &context, const ShadowedPrimal &tangents, const StepList &steps);

/// Takes the primal out of `tangents`.
void readFromTape(ShadowedPrimal &tangents, const ShadowedPrimal &primal, const Plan &plan,
                  const PrimalTape &written);

} // namespace enzyme
#endif
