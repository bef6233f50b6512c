//===- Aligned.h - allocators that take an alignment ------------------------===//
//
// Memory from malloc and operator new is aligned for any scalar, not for vectors of lanes: each
// access then touches two lines of the cache. What derivatives make and release themselves can come
// from the form of the allocator that takes an alignment.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_MEMORY_ALIGNED_H
#define ENZYME_RULES_MEMORY_ALIGNED_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace enzyme::memory {

struct AlignedAllocator {
  llvm::StringLiteral plain, aligned;
  bool isSizeFirst; ///< (size, alignment), else (alignment, size), the size a multiple of it
};
inline constexpr AlignedAllocator alignedAllocators[] = {
    {"malloc", "aligned_alloc", false},
    {"calloc", "aligned_alloc", false},
    {"_Znwm", "_ZnwmSt11align_val_t", true},
    {"_Znam", "_ZnamSt11align_val_t", true},
};

struct AlignedDeallocator {
  llvm::StringLiteral plain, aligned;
  bool takesAlignment; ///< as its last argument
};
inline constexpr AlignedDeallocator alignedDeallocators[] = {
    {"free", "free", false},
    {"_ZdlPv", "_ZdlPvSt11align_val_t", true},
    {"_ZdaPv", "_ZdaPvSt11align_val_t", true},
    {"_ZdlPvm", "_ZdlPvmSt11align_val_t", true},
    {"_ZdaPvm", "_ZdaPvmSt11align_val_t", true},
};

/// The row of the function with this name, or null.
template <class Row, size_t n> const Row *rowOfPlain(const Row (&rows)[n], llvm::StringRef name) {
  const Row *row = llvm::find_if(rows, [&](const Row &one) { return one.plain == name; });
  return row == std::end(rows) ? nullptr : row;
}

} // namespace enzyme::memory
#endif
