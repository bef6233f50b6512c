//===- RedundantLoads.h - loads whose value is known -----------------------===//
#ifndef ENZYME_PREPARE_REDUNDANTLOADS_H
#define ENZYME_PREPARE_REDUNDANTLOADS_H

#include "llvm/IR/PassManager.h"

namespace enzyme {

/// LLVM's removal of redundant loads, except that where paths meet no address is made of a number
/// that one of them knows to lie there, and no number of an address.
struct RedundantLoadsPass : llvm::PassInfoMixin<RedundantLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

} // namespace enzyme
#endif
