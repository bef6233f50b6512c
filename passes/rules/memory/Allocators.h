//===- Allocators.h - functions that hand out and take back memory -------===//
//
// One row a function: which arguments say how much, who takes the memory back.
// Functions that carry LLVM's allockind attributes need no row.
// realloc is not here: it moves values, which is behaviour (prepare/ splits it).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_MEMORY_ALLOCATORS_H
#define ENZYME_RULES_MEMORY_ALLOCATORS_H

#include "rules/Facts.h"

namespace enzyme::memory {

/// LLVM's "alloc-family" of functions whose memory free takes back.
inline constexpr llvm::StringLiteral mallocFamily = "malloc";

inline constexpr AllocatorFact allocators[] = {
    // C
    {.name = "malloc", .sizeArgument = 0, .deallocator = "free"},
    {.name = "calloc",
     .sizeArgument = 1,
     .countArgument = 0,
     .isZeroed = true,
     .deallocator = "free"},
    {.name = "aligned_alloc", .sizeArgument = 1, .alignArgument = 0, .deallocator = "free"},
    {.name = "memalign", .sizeArgument = 1, .alignArgument = 0, .deallocator = "free"},
    {.name = "valloc", .sizeArgument = 0, .deallocator = "free"},
    {.name = "pvalloc", .sizeArgument = 0, .deallocator = "free"},
    // operator new, by size_t = unsigned long (m) and unsigned int (j)
    {.name = "_Znwm", .sizeArgument = 0, .deallocator = "_ZdlPv"},
    {.name = "_Znam", .sizeArgument = 0, .deallocator = "_ZdaPv"},
    {.name = "_ZnwmRKSt9nothrow_t", .sizeArgument = 0, .deallocator = "_ZdlPv"},
    {.name = "_ZnamRKSt9nothrow_t", .sizeArgument = 0, .deallocator = "_ZdaPv"},
    {.name = "_ZnwmSt11align_val_t",
     .sizeArgument = 0,
     .alignArgument = 1,
     .deallocator = "_ZdlPvSt11align_val_t"},
    {.name = "_ZnamSt11align_val_t",
     .sizeArgument = 0,
     .alignArgument = 1,
     .deallocator = "_ZdaPvSt11align_val_t"},
    {.name = "_ZnwmSt11align_val_tRKSt9nothrow_t",
     .sizeArgument = 0,
     .alignArgument = 1,
     .deallocator = "_ZdlPvSt11align_val_t"},
    {.name = "_ZnamSt11align_val_tRKSt9nothrow_t",
     .sizeArgument = 0,
     .alignArgument = 1,
     .deallocator = "_ZdaPvSt11align_val_t"},
    {.name = "_Znwj", .sizeArgument = 0, .deallocator = "_ZdlPv"},
    {.name = "_Znaj", .sizeArgument = 0, .deallocator = "_ZdaPv"},
    {.name = "_ZnwjRKSt9nothrow_t", .sizeArgument = 0, .deallocator = "_ZdlPv"},
    {.name = "_ZnajRKSt9nothrow_t", .sizeArgument = 0, .deallocator = "_ZdaPv"},
    // Exception objects: freed by the unwinder's partner only when never thrown.
    {.name = "__cxa_allocate_exception", .sizeArgument = 0, .deallocator = "__cxa_free_exception"},
    // Fortran
    {.name = "_FortranAPointerAllocateBuffer", .sizeArgument = 0, .deallocator = "free"},
    // The tape: released as a whole.
    {.name = "enzyme_rt_alloc", .sizeArgument = 0, .deallocator = ""},
    {.name = "enzyme_rt_alloc_aligned", .sizeArgument = 0, .alignArgument = 1, .deallocator = ""},
    {.name = "enzyme_rt_alloc_zeroed", .sizeArgument = 0, .isZeroed = true, .deallocator = ""},
    {.name = "enzyme_rt_scratch", .sizeArgument = -1, .isZeroed = true, .deallocator = ""},
    {.name = "enzyme_rt_new_tape",
     .sizeArgument = 0,
     .isZeroed = true,
     .deallocator = "enzyme_rt_free_tape"},
    // Libraries
    {.name = "_mm_malloc", .sizeArgument = 0, .alignArgument = 1, .deallocator = "_mm_free"},
    {.name = "g_malloc", .sizeArgument = 0, .deallocator = "g_free"},
    {.name = "g_malloc0", .sizeArgument = 0, .isZeroed = true, .deallocator = "g_free"},
    {.name = "mkl_malloc", .sizeArgument = 0, .alignArgument = 1, .deallocator = "mkl_free"},
    {.name = "fftw_malloc", .sizeArgument = 0, .deallocator = "fftw_free"},
    {.name = "je_malloc", .sizeArgument = 0, .deallocator = "je_free"},
    {.name = "mi_malloc", .sizeArgument = 0, .deallocator = "mi_free"},
    {.name = "__rust_alloc",
     .sizeArgument = 0,
     .alignArgument = 1,
     .deallocator = "__rust_dealloc"},
    {.name = "__rust_alloc_zeroed",
     .sizeArgument = 0,
     .alignArgument = 1,
     .isZeroed = true,
     .deallocator = "__rust_dealloc"},
};

inline constexpr DeallocatorFact deallocators[] = {
    {"free"},
    {"cfree"},
    {.name = "free_sized", .sizeArgument = 1},
    {.name = "free_aligned_sized", .alignArgument = 1, .sizeArgument = 2},
    {"_ZdlPv"},
    {"_ZdaPv"},
    {.name = "_ZdlPvm", .sizeArgument = 1},
    {.name = "_ZdaPvm", .sizeArgument = 1},
    {.name = "_ZdlPvj", .sizeArgument = 1},
    {.name = "_ZdaPvj", .sizeArgument = 1},
    {"_ZdlPvRKSt9nothrow_t"},
    {"_ZdaPvRKSt9nothrow_t"},
    {"_ZdlPvSt11align_val_t", 0, 1},
    {"_ZdaPvSt11align_val_t", 0, 1},
    {.name = "_ZdlPvmSt11align_val_t", .alignArgument = 2, .sizeArgument = 1},
    {.name = "_ZdaPvmSt11align_val_t", .alignArgument = 2, .sizeArgument = 1},
    {"_ZdlPvSt11align_val_tRKSt9nothrow_t", 0, 1},
    {"_ZdaPvSt11align_val_tRKSt9nothrow_t", 0, 1},
    {"__cxa_free_exception"},
    {"_mm_free"},
    {"g_free"},
    {"mkl_free"},
    {"fftw_free"},
    {"je_free"},
    {"mi_free"},
    {.name = "__rust_dealloc", .alignArgument = 2, .sizeArgument = 1},
    {"enzyme_rt_free_tape"},
};

} // namespace enzyme::memory
#endif
