//===- Canonicalise.h - library calls in the form that rules know --------===//
//
// Problem: sincos and modf return through pointers, memcpy may be a plain call
// (-fno-builtin), long double complex travels in memory. None of these is
// "outputs as a function of inputs".
//
// Here: each such call becomes an intrinsic or a call by value, plus loads and
// stores. The program means the same. To be run before memory is promoted to
// registers, so that the loads and stores can vanish.
//
//     sincos(x, s, c)     {*s, *c} = llvm.sincos(x)
//     y = modf(x, ip)     {y, *ip} = llvm.modf(x)
//     memcpy(d, s, n)     llvm.memcpy(d, s, n); its value is d
//     cexpl(byval p)      enzyme.byvalue.cexpl(p->re, p->im), which calls cexpl
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_CALLS_CANONICALISE_H
#define ENZYME_RULES_CALLS_CANONICALISE_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Rewrites the calls of `function`; true if anything changed.
bool canonicaliseLibraryCalls(llvm::Function &function);

} // namespace enzyme
#endif
