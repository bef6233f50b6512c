//===- HideCompared.h - what compares equal is not the same ----------------===//
#ifndef ENZYME_PREPARE_HIDECOMPARED_H
#define ENZYME_PREPARE_HIDECOMPARED_H

#include "llvm/IR/PassManager.h"

namespace enzyme {

/// Until revealCompared, comparisons of numbers that may be active, and of integers that may be
/// their bits, say nothing about the numbers themselves. What is hidden stays so when this
/// runs again. True if anything changed.
bool hideCompared(llvm::Function &function);

/// Restores comparisons.
void revealCompared(llvm::Function &function);

struct HideComparedPass : llvm::PassInfoMixin<HideComparedPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace enzyme
#endif
