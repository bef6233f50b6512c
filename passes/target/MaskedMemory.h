//===- MaskedMemory.h - vectors read and written where a mask says so -------===//
#ifndef ENZYME_TARGET_MASKEDMEMORY_H
#define ENZYME_TARGET_MASKEDMEMORY_H

#include "llvm/IR/PassManager.h"

namespace enzyme {

/// The processor's own masked accesses become LLVM's, which are then taken apart into accesses
/// of single numbers (ScalarizeMaskedMemIntrinPass):
///
///     x86.avx.maskload(p, m)         masked.load(p, m < 0, 0)
///     x86.avx.maskstore(p, m, v)     masked.store(v, p, m < 0)
///     x86.avx2.gather(v, p, i, m, s) masked.gather(p + i * s, m < 0, v)
///     x86.avx512.mask.gather(v, p, i, m, s), x86.avx512.mask.scatter(p, m, i, v, s): likewise
struct MaskedMemoryPass : llvm::PassInfoMixin<MaskedMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace enzyme
#endif
