//===- Versions.h - two versions where pointers may overlap ---------------===//
//
// Problem: without `restrict` a store to y may change what was read through x, and
// so each x[i] the reverse sweep needs is kept, though the two hardly ever overlap:
//
//     for (i) for (j) for (k) c[i*n+j] += a[i*n+k] * b[k*n+j];     keeps 16 n³ bytes
//
// Here: a test at run time, once a call, before the first loop:
//
//     if ([a, a + 8n²) and [b, b + 8n²) lie apart from [c, c + 8n²))
//       the loops, in which loads of a and b are marked apart from stores to c
//     else
//       the loops as they were
//
// The ranges come from scalar evolution: all bytes an access can touch while the loops
// around it run. Loads whose range cannot be told in advance (x[col[k]]) stay as they
// are. Only where it changes the answer for a load that a reverse sweep may want
// again. Both versions compute the same, and have the same derivative.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PREPARE_VERSIONS_H
#define ENZYME_PREPARE_VERSIONS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Metadata on the ends of blocks of the version in which pointers may overlap.
inline constexpr const char *mayOverlapMark = "enzyme.may.overlap";

/// True if `function`, whose loops are in simplified form, now has two versions of
/// its loops. They are in that form again.
bool makeVersions(llvm::Function &function);

} // namespace enzyme
#endif
