// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Xclang -target-sdk-version=12.9 -Wno-unknown-cuda-version -I%S/../../rt-gpu/emulator/include -O2 -Xclang -verify -S %s -o %t.ptx
// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Xclang -target-sdk-version=12.9 -Wno-unknown-cuda-version -I%S/../../rt-gpu/emulator/include -O0 -Xclang -verify -S %s -o %t.ptx
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -I%S/../../rt-gpu/emulator/include -O2 -Xclang -verify -S %s -o %t.s
// Sums in fixed point, of which the derivative is zero.
#ifdef __HIP__
#include "hip/hip_runtime.h"
#else
#include "cuda_runtime.h"
#endif
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);

__global__ void sum(double *y, const double *x) {
  __shared__ unsigned long long s;
  if (threadIdx.x == 0)
    s = 0;
  __syncthreads();
  atomicAdd(&s, (unsigned long long)(long long)(x[threadIdx.x] * x[threadIdx.x] * 1e9)); // expected-warning {{a number that varies is rounded to an integer here, which is added to others atomically}} ENZ0188 expected-note@*:* 0-4 {{added here}}
  __syncthreads();
  if (threadIdx.x == 0)
    y[0] = (double)(long long)s * 1e-9;
}
__device__ __noinline__ void put(int *to, double v, int sign) {
  int rounded = (int)(v * 65536);
  atomicAdd(to, sign > 0 ? rounded : -rounded);
}
__global__ void sumInCallee(double *y, int *s, const double *x) {
  put(s, x[threadIdx.x] * x[0], threadIdx.x % 2); // expected-warning {{rounded to an integer here}}
  y[threadIdx.x] = x[threadIdx.x];
}
/// Kept in memory of the block first, and of the device.
__global__ void sumOfShared(double *y, int *s, int *kept, const double *x) {
  __shared__ int board[32];
  int i = threadIdx.x;
  board[i] = (int)(x[i] * 1024); // expected-warning {{rounded to an integer here}}
  kept[i] = (int)(x[i] * x[i] * 256); // expected-warning {{rounded to an integer here}}
  atomicAdd(s + 1, kept[i]);
  __syncthreads();
  if (i % 2 == 0)
    atomicAdd(s, board[i] + board[i + 1]);
  y[i] = x[i];
}
// What is counted, or is rounded of constants, is no such sum.
__global__ void histogram(double *y, int *bins, const double *x, const float *weights) {
  int i = threadIdx.x, bin = (int)(x[i] * 8);
  atomicAdd(&bins[bin & 7], 1);
  atomicAdd(&bins[8], x[i] > 0.5 ? 2 : 1);
  atomicAdd(&bins[9], (int)(i * 0.5));
  atomicMax(&bins[10], bin);
  y[i] = x[i] * bin;
}

double launch(double *y, double *x, int *s, float *w) {
  sum<<<1, 32>>>(y, x);
  sumInCallee<<<1, 32>>>(y, s, x);
  sumOfShared<<<1, 32>>>(y, s, s + 8, x);
  histogram<<<1, 32>>>(y, s, x, w);
  return 0;
}
void gradient(double *y, double *dy, double *x, double *dx, int *s, float *w) {
  __enzyme_autodiff<void>((void *)launch, y, dy, x, dx, s, s, w, w);
}
