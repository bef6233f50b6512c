// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Wno-unknown-cuda-version -O2 -Xclang -verify -S %s -o %t.ptx
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
__device__ double state;
__device__ double remember(double x) {
  state = x;
  return state * state;
}
__global__ void variable(double *x) {
  *x = __enzyme_fwddiff<double>((void *)remember, *x, 1.); // expected-error {{the derivative of 'remember(double)' cannot be made for a graphics processor: active values are written to a variable of the file}} ENZ0180
}
typedef double (*Function)(double);
__device__ double square(double x) { return x * x; }
__device__ double half(double x) { return x / 2; }
__device__ Function changeable[] = {square, half};
__device__ const Function fixed[] = {square, half};
__device__ double byTable(double x, int i) { return changeable[i](x); }
__device__ double byFixedTable(double x, int i) { return fixed[i](x); }
__global__ void tables(double *x, int i) {
  *x = __enzyme_autodiff<double>((void *)byTable, *x, i); // expected-error {{a variable of the file holds addresses, of functions perhaps, which the program may change, and all threads would share those of their derivatives: declare it const or constexpr}} ENZ0180
  *x = __enzyme_autodiff<double>((void *)byFixedTable, *x, i);
}
#ifndef __HIP__
// Blocks that tell each other what they have done: the last one takes what all have written.
__device__ unsigned done;
__device__ void lastTakes(double *part, double *sum, int blocks) {
  part[__nvvm_read_ptx_sreg_ctaid_x()] *= part[0];
  __nvvm_membar_gl();
  if (__nvvm_atom_add_gen_i((int *)&done, 1) == blocks - 1)
    *sum = part[0] * part[1];
}
__global__ void takes(double *part, double *dPart, double *sum, double *dSum) {
  __enzyme_autodiff<void>((void *)lastTakes, part, dPart, sum, dSum, 2); // expected-error {{the derivative of 'lastTakes(double*, double*, int)' cannot be made for a graphics processor: by fences and integers that change atomically blocks tell each other what they have done}} ENZ0180
}
#endif
__device__ double largeBoard(double x) {
  __shared__ double board[4096];
  board[0] = x;
  return board[0] * x;
}
__global__ void large(double *x) {
  *x = __enzyme_fwddiff<double>((void *)largeBoard, *x, 1.); // expected-error {{the derivative of 'largeBoard(double)' cannot be made for a graphics processor: with their shadows, the variables of a block would take 65536 bytes, and a block has 49152}} ENZ0180
}
