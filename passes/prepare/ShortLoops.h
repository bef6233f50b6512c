//===- ShortLoops.h - loops over the three coordinates of a point ------------===//
//
// Problem: a stack variable of three numbers that a loop indexes stays memory, with
// shadow memory beside it, although the loop runs three times, always.
//
// Here: such loops are marked to be unrolled; the variable then becomes values. Only
// loops that run a few times, as do those in them, and walk over a small stack variable, take a
// word apart into its bytes or put it together (after which it is plain which byte is which), or
// compute the coefficients of a series by functions of the term's number (which become
// constants): all others are left to LLVM, which unrolls the derivative where that pays.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_SHORTLOOPS_H
#define ENZYME_PREPARE_SHORTLOOPS_H

#include "llvm/IR/PassManager.h"

namespace enzyme {

struct MarkShortLoopsPass : llvm::PassInfoMixin<MarkShortLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

} // namespace enzyme
#endif
