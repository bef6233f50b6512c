//===- ProcessorWords.h - what processors' intrinsics mean --------*- C++ -*-===//
#ifndef ENZYME_TARGET_PROCESSORWORDS_H
#define ENZYME_TARGET_PROCESSORWORDS_H

#include "llvm/IR/PassManager.h"

namespace enzyme {

/// A processor's own intrinsics become LLVM's operations where LLVM knows that they are the
/// same: x86.sse2.pslli.q(v, 52) is a shift, x86.avx512.permvar.df.512(v, constant) a
/// shuffle, x86.avx512.add.pd.512(a, b, 4) an addition.
struct ProcessorWordsPass : llvm::PassInfoMixin<ProcessorWordsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace enzyme
#endif
