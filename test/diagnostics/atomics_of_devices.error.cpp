// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Xclang -target-sdk-version=12.9 -Wno-unknown-cuda-version -I%S/../../rt-gpu/emulator/include -O2 -Xclang -verify -Xclang -verify-ignore-unexpected=note -S %s -o %t.ptx
// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Xclang -target-sdk-version=12.9 -Wno-unknown-cuda-version -I%S/../../rt-gpu/emulator/include -O0 -Xclang -verify -Xclang -verify-ignore-unexpected=note -S %s -o %t.ptx
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -I%S/../../rt-gpu/emulator/include -O2 -Xclang -verify -Xclang -verify-ignore-unexpected=note -S %s -o %t.s
// The largest and the least of numbers that vary, and exchanges of them: by the processor's own
// instruction, by the integers that order as they do, and by tries.
#ifdef __HIP__
#include "hip/hip_runtime.h"
#else
#include "cuda_runtime.h"
#endif
extern "C" __device__ int enzyme_const;
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

__device__ void largest(float *m, float x) {
  __scoped_atomic_fetch_max(m, x * x, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); // expected-error {{no rule says how to differentiate the instruction 'atomicrmw' on floating-point values}} ENZ0062
}
__device__ void least(double *m, double x) {
  __scoped_atomic_fetch_min(m, x * x, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); // expected-error {{no rule says how to differentiate the instruction 'atomicrmw' on floating-point values}}
}
__device__ float exchanged(float *m, float x) {
  float y = x * x, before;
  __scoped_atomic_exchange(m, &y, &before, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); // expected-error {{'exchanged(float*, float)' cannot be differentiated: it exchanges numbers with other threads of a device atomically}} ENZ0061
  return before * x;
}
__device__ void largestAsInteger(float *m, float x) {
  __scoped_atomic_fetch_max((int *)m, __builtin_bit_cast(int, x * x), __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); // expected-error {{'largestAsInteger(float*, float)' cannot be differentiated: it exchanges numbers with other threads of a device atomically}}
}
__device__ void largestByTries(double *m, double x) {
  unsigned long long *at = (unsigned long long *)m, old = *at, assumed;
  do {
    assumed = old;
    double now = __builtin_bit_cast(double, assumed);
    __scoped_atomic_compare_exchange_n(at, &old, __builtin_bit_cast(unsigned long long, now > x * x ? now : x * x), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); // expected-error {{'largestByTries(double*, double)' cannot be differentiated: it exchanges numbers with other threads of a device atomically}}
  } while (assumed != old);
}
__global__ void backwards(float *m, float *dm, float *x, double *d, double *dd) {
  __enzyme_autodiff<float>((void *)largest, m, dm, *x);
  __enzyme_autodiff<double>((void *)least, d, dd, *d);
  __enzyme_autodiff<float>((void *)exchanged, m, dm, *x);
  __enzyme_autodiff<float>((void *)largestAsInteger, m, dm, *x);
  __enzyme_autodiff<double>((void *)largestByTries, d, dd, *d);
}
// Integers may be.
__device__ float inactive(int *count, float x) {
  __scoped_atomic_fetch_max(count, 3, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  return x * x;
}
__global__ void constants(int *count, float *x) {
  *x = __enzyme_autodiff<float>((void *)inactive, enzyme_const, count, *x);
}
