//===- Loops.h - loops in the form the reverse sweep needs -----------------===//
#ifndef ENZYME_PREPARE_LOOPS_H
#define ENZYME_PREPARE_LOOPS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Every cycle becomes a natural loop with preheader, one latch and exits of its
/// own; values used outside a loop leave it through phis.
void bringLoopsIntoForm(llvm::Function &function);

} // namespace enzyme
#endif
