// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Wno-unknown-cuda-version -O2 -Xclang -verify -S %s -o %t.ptx
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -O0 -Xclang -verify -S %s -o %t.s
// The number before a sum, which depends on the order of threads.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

__device__ double takeOld(double *sum, double x) {
  double old = __scoped_atomic_fetch_add(sum, x * x, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); // expected-error {{no rule says how to differentiate an atomic sum of which the number before it is used}} ENZ0062
  return old * x;
}
__global__ void takes(double *sum, double *dSum, double *x) {
  *x = __enzyme_autodiff<double>((void *)takeOld, sum, dSum, *x);
}
