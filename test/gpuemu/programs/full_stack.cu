//! status: 86
//! says: stack of 256 KiB is full
// A recursion has no end.
#include <cuda_runtime.h>
__device__ __noinline__ int deeper(volatile int *x, int n) {
  volatile int own[64];
  own[n & 63] = n;
  return *x == 5 ? own[*x] : deeper(x, n + 1) + own[n & 63];
}
__global__ void recursion(int *x) { *x = deeper(x, *x); }
int main() {
  int *x;
  cudaMalloc(&x, 4);
  cudaMemset(x, 0, 4);
  recursion<<<1, 1>>>(x);
}
