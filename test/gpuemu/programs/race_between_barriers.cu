//! kinds: tsan
//! status: 86
//! says: data race
// Between two barriers each thread reads its neighbour's place and writes its own.
#include <cuda_runtime.h>
__global__ void turn(double *x) {
  __shared__ double board[64];
  int t = threadIdx.x;
  board[t] = x[t];
  __syncthreads();
  double next = board[63 - t];
  board[t] = next;
  __syncthreads();
  x[t] = board[t];
}
int main() {
  double *x;
  cudaMalloc(&x, 64 * 8), cudaMemset(x, 0, 64 * 8);
  turn<<<1, 64>>>(x);
}
