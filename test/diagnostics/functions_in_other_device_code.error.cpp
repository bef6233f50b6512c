// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Wno-unknown-cuda-version -fgpu-rdc -O2 -Xclang -verify -Xclang -verify-ignore-unexpected=note -S %s -o %t.ptx
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -fgpu-rdc -O0 -emit-llvm -Xclang -verify -Xclang -verify-ignore-unexpected=note -c %s -o %t.bc
// Device code of several files (-fgpu-rdc): what another file defines has no body here.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

__device__ double elsewhere(double x);
__device__ double f(double x) { return elsewhere(x) * x; } // expected-error {{no derivative is known for the function 'elsewhere(double)'; give a definition in this file, register a derivative}} ENZ0060
__global__ void asks(double *x) {
  *x = __enzyme_autodiff<double>((void *)f, *x);
  *x = __enzyme_fwddiff<double>((void *)f, *x, 1.);
}
