//===- Memory.h - OpenMP's allocators ---------------------------------------===//
//
// Memory by omp_alloc and its kin. A shadow comes from the same allocator as what it is the
// shadow of, and goes back to it.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_OPENMP_MEMORY_H
#define ENZYME_RULES_OPENMP_MEMORY_H

#include "llvm/ADT/StringRef.h"

namespace enzyme {

struct TeamAllocator {
  llvm::StringLiteral name;
  llvm::StringLiteral bytes;       ///< the argument that says how much
  llvm::StringLiteral deallocator; ///< takes the memory back, …
  llvm::StringLiteral given;       ///< … given this: -1 is the memory, else the argument
};
inline constexpr TeamAllocator teamAllocators[] = {
    {"omp_alloc", "0", "omp_free", "-1,1"},
    {"omp_aligned_alloc", "1", "omp_free", "-1,2"},
};

} // namespace enzyme
#endif
