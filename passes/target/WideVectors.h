//===- WideVectors.h - what AVX-512 computes, in general words ----*- C++ -*-===//
#ifndef ENZYME_TARGET_WIDEVECTORS_H
#define ENZYME_TARGET_WIDEVECTORS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Operations of AVX-512 for which clang calls the processor's own intrinsics become LLVM's
/// general ones where those exist, and lose their masks where not:
///
///     min.pd.512(a, b, how)              select a < b, a, b
///     vfmaddsub.pd.512(a, b, c, how)     a * b - c at even places, a * b + c at odd ones
///     mask.rndscale.pd(x, 1, s, m, …)    select m, floor(x), s
///     mask.cvtpd2ps.512(x, s, m, how)    select m, fptrunc(x), s
///     rsqrt14.pd.512(x, s, m)            select m, rsqrt14(x, 0, all), s
void spellOutWide(llvm::Function &function);

} // namespace enzyme
#endif
