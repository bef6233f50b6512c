// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 -nocudainc -nogpulib -Wno-unknown-cuda-version -O2 -Xclang -verify -S %s -o %t.ptx
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -O0 -Xclang -verify -S %s -o %t.s
// What derivatives on graphics processors cannot do is refused where it is asked for.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

/// Where bytes of unknown types are copied, their adjoints are looked for while the program runs.
__device__ void copy(void *to, const void *from, int n) { __builtin_memcpy(to, from, n); }
__global__ void unknown(char *to, char *dTo, char *from, char *dFrom, int n) {
  __enzyme_autodiff<void>((void *)copy, to, dTo, from, dFrom, n); // expected-error {{the derivative of 'copy(void*, void const*, int)' cannot be made for a graphics processor: it needs a function of the runtime library that there is none of on devices: enzyme_rt_}} ENZ0180
}
__device__ void meet(double *x) {
  x[0] *= x[1];
#ifdef __HIP__
  __builtin_amdgcn_s_barrier();
#else
  __nvvm_barrier_sync(0);
#endif
  x[1] *= x[2];
}
__global__ void waits(double *x, double *shadow) {
  __enzyme_autodiff<void>((void *)meet, x, shadow); // expected-error {{the derivative of 'meet(double*)' cannot be made for a graphics processor: threads wait for each other}} ENZ0180
}
__device__ double state;
__device__ double remember(double x) {
  state = x;
  return state * state;
}
__global__ void variable(double *x) {
  *x = __enzyme_fwddiff<double>((void *)remember, *x, 1.); // expected-error {{the derivative of 'remember(double)' cannot be made for a graphics processor: active values are written to variables of the file or the block}} ENZ0180
}
__device__ double throughShared(double x) {
  __shared__ double board[4];
  board[0] = x;
  return board[0] * x;
}
__global__ void block(double *x) {
  *x = __enzyme_autodiff<double>((void *)throughShared, *x); // expected-error {{the derivative of 'throughShared(double)' cannot be made for a graphics processor: active values are written to variables of the file or the block}} ENZ0180
}
__device__ void meetAlone(double *x) {
  x[0] = x[0] * 2;
#ifdef __HIP__
  __builtin_amdgcn_s_barrier();
#else
  __nvvm_barrier_sync(0);
#endif
  x[0] = x[0] * 3;
}
__device__ void gradientOfMeeting(double *x, double *shadow) { __enzyme_autodiff<void>((void *)meetAlone, x, shadow); } // expected-error {{threads wait for each other}} ENZ0180
__global__ void again(double *x, double *tangent, double *shadow, double *tangentOfShadow) {
  __enzyme_fwddiff<void>((void *)gradientOfMeeting, x, tangent, shadow, tangentOfShadow); // expected-error {{the derivative of 'gradientOfMeeting(double*, double*)' cannot be made for a graphics processor: threads wait for each other}} ENZ0180
}
