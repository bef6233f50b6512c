//===- FloatShuffles.h - vectors of floats that travel as integers ---------===//
#ifndef ENZYME_BITS_FLOATSHUFFLES_H
#define ENZYME_BITS_FLOATSHUFFLES_H

#include "llvm/IR/PassManager.h"

namespace enzyme {

/// Vector libraries permute doubles with the processor's shuffles of 32-bit
/// integers. Where the halves stay together, the shuffle becomes one of doubles:
///
///     bitcast <4 x i32> (shuffle a, <0,1,0,1>) to <2 x double>
///     shuffle (bitcast a to <2 x double>), <0,0>
struct FloatShufflesPass : llvm::PassInfoMixin<FloatShufflesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace enzyme
#endif
