//! kinds: tsan
//! languages: cuda
//! status: 86
//! says: data race
// Between two points where the lanes of a warp meet each reads its neighbour's place and writes its
// own.
#include <cuda_runtime.h>
__global__ void turn(double *x) {
  __shared__ double board[32];
  int t = threadIdx.x;
  board[t] = x[t];
  __syncwarp();
  double next = board[31 - t];
  board[t] = next;
  __syncwarp();
  x[t] = board[t];
}
int main() {
  double *x;
  cudaMalloc(&x, 32 * 8), cudaMemset(x, 0, 32 * 8);
  turn<<<1, 32>>>(x);
}
