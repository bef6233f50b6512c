// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Wno-unknown-cuda-version -O2 -Xclang -verify -S %s -o %t.ptx
// Memory of a block whose size only a launch knows has no shadow.
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __global__ __attribute__((global))
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

extern __shared__ double ofLaunch[];
__device__ double throughLaunch(double x) { // expected-error {{'ofLaunch', whose size a launch gives, is not supported yet in differentiated code; launch with room for two such, and pass one and as its shadow the other}} ENZ0070
  ofLaunch[0] = x;
  return ofLaunch[0] * x;
}
__global__ void launched(double *x) { *x = __enzyme_fwddiff<double>((void *)throughLaunch, *x, 1.); }
