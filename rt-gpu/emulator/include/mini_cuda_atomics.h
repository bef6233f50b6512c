//===- mini_cuda_atomics.h - atomic functions, by clang's own --------------===//
//
// clang has __iAtomicAdd; programs say atomicAdd.
//===----------------------------------------------------------------------===//
#define GPU_ATOMIC(T, name, function)                                                              \
  static __device__ __forceinline__ T name(T *p, T v) { return function(p, v); }                   \
  static __device__ __forceinline__ T name##_block(T *p, T v) { return function##_block(p, v); }   \
  static __device__ __forceinline__ T name##_system(T *p, T v) { return function##_system(p, v); }
#define GPU_ATOMIC_EXCHANGE(T, function)                                                           \
  static __device__ __forceinline__ T atomicCAS(T *p, T c, T v) { return function(p, c, v); }      \
  static __device__ __forceinline__ T atomicCAS_block(T *p, T c, T v) {                            \
    return function##_block(p, c, v);                                                              \
  }                                                                                                \
  static __device__ __forceinline__ T atomicCAS_system(T *p, T c, T v) {                           \
    return function##_system(p, c, v);                                                             \
  }
GPU_ATOMIC(int, atomicAdd, __iAtomicAdd)
GPU_ATOMIC(unsigned, atomicAdd, __uAtomicAdd)
GPU_ATOMIC(unsigned long long, atomicAdd, __ullAtomicAdd)
GPU_ATOMIC(float, atomicAdd, __fAtomicAdd)
GPU_ATOMIC(double, atomicAdd, __dAtomicAdd)
GPU_ATOMIC(int, atomicExch, __iAtomicExch)
GPU_ATOMIC(unsigned, atomicExch, __uAtomicExch)
GPU_ATOMIC(unsigned long long, atomicExch, __ullAtomicExch)
GPU_ATOMIC(float, atomicExch, __fAtomicExch)
GPU_ATOMIC(int, atomicMin, __iAtomicMin)
GPU_ATOMIC(unsigned, atomicMin, __uAtomicMin)
GPU_ATOMIC(unsigned long long, atomicMin, __ullAtomicMin)
GPU_ATOMIC(long long, atomicMin, __illAtomicMin)
GPU_ATOMIC(int, atomicMax, __iAtomicMax)
GPU_ATOMIC(unsigned, atomicMax, __uAtomicMax)
GPU_ATOMIC(unsigned long long, atomicMax, __ullAtomicMax)
GPU_ATOMIC(long long, atomicMax, __illAtomicMax)
GPU_ATOMIC(int, atomicAnd, __iAtomicAnd)
GPU_ATOMIC(unsigned, atomicAnd, __uAtomicAnd)
GPU_ATOMIC(unsigned long long, atomicAnd, __ullAtomicAnd)
GPU_ATOMIC(long long, atomicAnd, __llAtomicAnd)
GPU_ATOMIC(int, atomicOr, __iAtomicOr)
GPU_ATOMIC(unsigned, atomicOr, __uAtomicOr)
GPU_ATOMIC(unsigned long long, atomicOr, __ullAtomicOr)
GPU_ATOMIC(long long, atomicOr, __llAtomicOr)
GPU_ATOMIC(int, atomicXor, __iAtomicXor)
GPU_ATOMIC(unsigned, atomicXor, __uAtomicXor)
GPU_ATOMIC(unsigned long long, atomicXor, __ullAtomicXor)
GPU_ATOMIC(long long, atomicXor, __llAtomicXor)
GPU_ATOMIC(unsigned, atomicInc, __uAtomicInc)
GPU_ATOMIC(unsigned, atomicDec, __uAtomicDec)
GPU_ATOMIC_EXCHANGE(int, __iAtomicCAS)
GPU_ATOMIC_EXCHANGE(unsigned, __uAtomicCAS)
GPU_ATOMIC_EXCHANGE(unsigned long long, __ullAtomicCAS)
GPU_ATOMIC_EXCHANGE(unsigned short, __usAtomicCAS)
static __device__ __forceinline__ int atomicSub(int *p, int v) { return __iAtomicAdd(p, -v); }
static __device__ __forceinline__ unsigned atomicSub(unsigned *p, unsigned v) {
  return __uAtomicAdd(p, 0u - v);
}
#undef GPU_ATOMIC
#undef GPU_ATOMIC_EXCHANGE
