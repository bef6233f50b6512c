//===- Kernels.h - names of kernels' derivatives -----------------------------===//
//
// The device's and the host's compilation of a file know nothing of each other but names. For a
// kernel K(a, …) the device has, where host code of the file asks for derivatives:
//
//   forward     __enzyme_fwd_K(a, a', …)
//   augmented   __enzyme_aug_K(a, a', …, memory)
//   gradient    __enzyme_rev_K(a, a', …, adjoints, memory)
//   bytes       __enzyme_tape_bytes_K(a, a', …, place)
//
// Every parameter stands twice, whatever it is; what needs no shadow ignores it. A pointer that is
// its own shadow leads to constants. `adjoints` is zeroed memory of the device, in which the
// parameters follow each other (adjointPlaces): of the numbers in them, sums over all threads.
// `memory`, of all threads of the launch, is its address, and how many bytes of it are each
// thread's tape and each thread's slots, and how many threads there are. `bytes` says how many
// those should be at `place` (emit/SplitEntry.cpp).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_GPU_KERNELS_H
#define ENZYME_RULES_GPU_KERNELS_H

#include "llvm/IR/Function.h"

namespace enzyme {

namespace kernels {
using llvm::StringLiteral;
inline constexpr StringLiteral forwardPrefix = "__enzyme_fwd_", augmentedPrefix = "__enzyme_aug_",
                               gradientPrefix = "__enzyme_rev_",
                               bytesPrefix = "__enzyme_tape_bytes_";
} // namespace kernels

/// Of a kernel's parameter: the address of a structure that is passed by value.
inline constexpr llvm::StringLiteral structureAttribute = "enzyme-structure";

/// Where the adjoints of parameters of so many bytes lie, and behind them the end of all.
llvm::SmallVector<uint64_t, 8> adjointPlaces(llvm::ArrayRef<uint64_t> bytes);

/// Is it a kernel, for whichever device?
bool isKernel(const llvm::Function &function);

} // namespace enzyme
#endif
