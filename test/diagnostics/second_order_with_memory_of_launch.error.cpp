// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Wno-unknown-cuda-version -O2 -Xclang -verify -S %s -o %t.ptx
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -O0 -Xclang -verify -S %s -o %t.s
// Derivatives of derivatives cannot use memory of a block whose size only a launch knows.
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __global__ __attribute__((global))
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

extern __shared__ double ofLaunch[];
__device__ double throughLaunch(double x) {
  ofLaunch[0] = x;
  return ofLaunch[0] * x;
}
__device__ double slope(double x) { return __enzyme_fwddiff<double>((void *)throughLaunch, x, 1.); } // expected-error {{'slope(double)' cannot be differentiated: it asks for a derivative that uses memory of a block whose size the launch says (extern __shared__)}} expected-note {{while differentiating}} ENZ0061
__global__ void twice(double *x) { *x = __enzyme_fwddiff<double>((void *)slope, *x, 1.); } // expected-note {{requested here}}
