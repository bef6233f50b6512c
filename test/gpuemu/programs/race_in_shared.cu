//! kinds: tsan
//! status: 86
//! says: data race
// A barrier is missing between writing and reading shared memory.
#include <cuda_runtime.h>
__global__ void turn(double *x) {
  __shared__ double board[64];
  board[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = board[63 - threadIdx.x];
}
int main() {
  double *x;
  cudaMalloc(&x, 64 * 8), cudaMemset(x, 0, 64 * 8);
  turn<<<1, 64>>>(x);
}
