// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Wno-unknown-cuda-version -O2 -Xclang -verify -Xclang -verify-ignore-unexpected=note -S %s -o %t.ptx
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -O0 -Xclang -verify -Xclang -verify-ignore-unexpected=note -S %s -o %t.s
// Threads may meet in functions of a device that have no body, whatever they are given: in reverse
// mode their derivatives are needed, in forward mode they are called as they are. What is registered
// as inactive has none.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

__device__ void elsewhere();
__device__ int count(int);
__device__ __attribute__((annotate("enzyme_inactive"))) int known(int);
__device__ double meets(double x) {
  __shared__ double kept;
  kept = x;
  elsewhere();
  return kept * kept;
}
__device__ double counts(double x, int i) {
  return x * x * count(i); // expected-error {{no derivative is known for 2 functions: 'count(int)', 'elsewhere()'}} ENZ0060
}
__device__ double forward(double x) {
  elsewhere();
  return x * count(3);
}
__device__ double registered(double x, int i) { return x * x * known(i); }
__global__ void asks(double *x) {
  x[0] = __enzyme_autodiff<double>((void *)meets, x[0]);
  x[1] = __enzyme_autodiff<double>((void *)counts, x[1], 2);
  x[2] = __enzyme_fwddiff<double>((void *)forward, x[2], 1.);
  x[3] = __enzyme_autodiff<double>((void *)registered, x[3], 2);
}
