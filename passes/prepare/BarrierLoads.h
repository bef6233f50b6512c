//===- BarrierLoads.h - loads whose value a barrier does not change -----------===//
#ifndef ENZYME_PREPARE_BARRIERLOADS_H
#define ENZYME_PREPARE_BARRIERLOADS_H

#include "llvm/IR/PassManager.h"

namespace enzyme {

/// On devices, what a thread stored to a place of its own, or read there, in front of one barrier,
/// it does not read again behind it.
struct BarrierLoadsPass : llvm::PassInfoMixin<BarrierLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

} // namespace enzyme
#endif
