//===- ComputedGoto.h - jumps to computed addresses ------------------------===//
#ifndef ENZYME_PREPARE_COMPUTEDGOTO_H
#define ENZYME_PREPARE_COMPUTEDGOTO_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// `goto *p` becomes a switch over numbers that stand for the labels. To be run
/// in the workshop, where the function is never executed itself: tables of labels
/// become private to the derivatives.
void numberLabels(llvm::Function &function);

} // namespace enzyme
#endif
