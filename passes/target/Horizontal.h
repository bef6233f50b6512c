//===- Horizontal.h - sums of a vector's neighbours ---------------*- C++ -*-===//
#ifndef ENZYME_TARGET_HORIZONTAL_H
#define ENZYME_TARGET_HORIZONTAL_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// x86's sums and differences within vectors (_mm256_hadd_pd, _mm_addsub_ps and the like)
/// become shuffles and additions, which have derivatives.
void spellOutHorizontal(llvm::Function &function);

} // namespace enzyme
#endif
