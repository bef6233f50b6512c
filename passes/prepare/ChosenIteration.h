//===- ChosenIteration.h - the iteration that a minimum comes from ----------===//
//
// Problem: `for (j) { d = distance(x, j); if (d < least) least = d; }` computes many
// distances and keeps one. Derivatives went through all of them: a tangent or an adjoint for
// each, and a flag on the tape for which one it was.
//
// Here: the loop remembers the last iteration that was chosen, and behind the loop that one
// is computed again. Now the loop's own results are only compared, and carry no derivative.
// Only where an iteration takes a loop of its own to compute, writes nothing, and reads what
// does not change while the loops around it run.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_CHOSENITERATION_H
#define ENZYME_PREPARE_CHOSENITERATION_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// True if anything was changed. Then loops must be simplified again.
bool computeChosenAgain(llvm::Function &function);

} // namespace enzyme
#endif
