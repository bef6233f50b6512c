//===- PointerBits.h - pointers that are only looked at as bits ------------===//
#ifndef ENZYME_PREPARE_POINTERBITS_H
#define ENZYME_PREPARE_POINTERBITS_H

#include "llvm/IR/PassManager.h"

namespace enzyme {

/// Loads of pointers that nobody uses as pointers become loads of integers, and what
/// chooses among them chooses among integers:
///
///     bitcast (ptrtoint (load ptr, p)) to double
///     bitcast (load i64, p) to double
struct PointerBitsPass : llvm::PassInfoMixin<PointerBitsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace enzyme
#endif
