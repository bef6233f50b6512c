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
//     __nv_float_as_int   a bitcast
//     memcpy(d, s, n)     llvm.memcpy(d, s, n); its value is d
//     posix_memalign      aligned_alloc and a store
//     p = strchr(s, c)    p, where it is not null, as an address s + distance
//     cexpl(byval p)      enzyme.byvalue.cexpl(p->re, p->im), which calls cexpl
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_CALLS_CANONICALISE_H
#define ENZYME_RULES_CALLS_CANONICALISE_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Rewrites the calls of `function`; true if anything changed.
bool canonicaliseLibraryCalls(llvm::Function &function);

/// q = realloc(p, n) as its parts:
///
///     room = malloc_usable_size(p)      0 for null; at least what p was allocated with
///     q = malloc(n)
///     memcpy(q, p, min(room, n))
///     free(p)
///
/// Apart, because `room` is a fact about p alone: code that repeats the copy on
/// shadows must take the smaller room of p and its shadow in both copies.
bool splitReallocations(llvm::Function &function);
bool isReallocation(const llvm::CallBase &call);

/// f of __cxa_atexit(f, p, library), which calls f(p) when the program or thread ends; null where
/// the call is another.
const llvm::Function *calledAtEnd(const llvm::CallBase &call);

} // namespace enzyme
#endif
