//===- mini_cuda.h - CUDA programs without CUDA ----------------------------===//
//
// As much of <cuda_runtime.h> as ordinary programs use. Device functions are clang's own
// (__clang_cuda_*.h), so that the compiler sees the IR that it sees with NVIDIA's headers.
//===----------------------------------------------------------------------===//
#ifndef GPUEMU_MINI_CUDA_H
#define GPUEMU_MINI_CUDA_H
#define CUDA_VERSION 10020 // for clang's headers: later ones want types of the SDK
#define CUDART_VERSION 12090
#define GPU_API(name) cuda##name
#define GPU_API_STREAM CUstream_st
#define GPU_API_EVENT CUevent_st
#define GPU_ATTRIBUTE(name) cudaDevAttr##name
#define GPU_ATTRIBUTES cudaDeviceAttr
#define GPU_MULTIPROCESSORS cudaDevAttrMultiProcessorCount
#include "gpu_default_streams.h"

#include <__clang_cuda_math_forward_declares.h>
#define __CUDACC__
#include <climits>
#include <cmath>
#include <cstdlib>
#include <stdlib.h>
#include <string.h>
#undef __CUDACC__

#include "mini_gpu.h"
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                void *stream = 0);

#include <__clang_cuda_builtin_vars.h>
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#define GPUEMU_HOST
#endif
// clang-format off: in this order
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#include <__clang_cuda_cmath.h>
#include <__clang_cuda_intrinsics.h>
#include <__clang_cuda_complex_builtins.h>
#include "mini_cuda_atomics.h"
// clang-format on
#undef CUDA_VERSION
#define CUDA_VERSION 12090
#ifdef GPUEMU_HOST
#undef __CUDA_ARCH__
#undef GPUEMU_HOST
#endif

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ void free(void *) __attribute((nothrow));
__device__ void *malloc(size_t) __attribute((nothrow)) __attribute__((malloc));
__device__ __attribute__((noreturn)) void __assertfail(const char *, const char *, unsigned,
                                                       const char *, size_t);
__device__ static inline __attribute__((noreturn)) void
__assert_fail(const char *what, const char *file, unsigned line, const char *function) {
  __assertfail(what, file, line, function, sizeof(char));
}
__device__ int printf(const char *, ...);
}
namespace std {
__device__ static inline void free(void *memory) { ::free(memory); }
__device__ static inline void *malloc(size_t size) { return ::malloc(size); }
} // namespace std

#define __CUDACC__
#endif
