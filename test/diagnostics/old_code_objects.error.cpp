// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -mcode-object-version=4 -O2 -Xclang -verify -S %s -o %t.s
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -mcode-object-version=5 -DNOW -O2 -Xclang -verify=now -S %s -o %t.s
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx942 -nogpuinc -nogpulib -DNOW -O0 -Xclang -verify=now -S %s -o %t.s
// The sizes of launches lie elsewhere in code objects before version 5: derivatives would read others.
// now-no-diagnostics
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);

__device__ double turned(double x) {
  __shared__ double board[64];
  int i = __builtin_amdgcn_workitem_id_x();
  board[i] = x * x;
  __builtin_amdgcn_s_barrier();
  return board[63 - i];
}
__global__ void turns(double *x) {
  *x = __enzyme_autodiff<double>((void *)turned, *x); // expected-error {{the derivative of 'turned(double)' cannot be made for a graphics processor: it asks how many threads there are, which is elsewhere in code objects older than version 5 (-mcode-object-version=5)}} ENZ0180
}
#ifndef NOW
__device__ double alone(double x) { return x * x; } // which asks nothing
__global__ void byItself(double *x) { *x = __enzyme_autodiff<double>((void *)alone, *x); }
#endif
