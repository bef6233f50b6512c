//! kinds: plain,yield,tsan
// What is ordered by barriers, lanes of a warp, atomic sums and launches is no race; blocks have
// shared memory of their own, and threads stacks.
#include <cstdio>
#include <cuda_runtime.h>
__device__ __noinline__ double last(const double *x, int n) { return x[n - 1]; }
__global__ void all(double *x, double *sum) {
  __shared__ double board[128];
  int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
  double own[4] = {x[i], 1, 2, 3};
  board[t] = last(own, 1);
  __syncthreads();
  double v = board[127 - t];
  for (int d = warpSize / 2; d > 0; d /= 2)
    v += __shfl_down_sync(~0ull, v, d);
  __syncthreads();
  board[t] = v;
  __syncthreads();
  x[i] = board[127 - t];
  if (t % warpSize == 0)
    atomicAdd(sum, v);
}
int main() {
  double *x, *sum, host[512], total;
  cudaMalloc(&x, 512 * 8), cudaMalloc(&sum, 8);
  for (int i = 0; i < 512; ++i)
    host[i] = i;
  cudaMemcpy(x, host, 512 * 8, cudaMemcpyHostToDevice), cudaMemset(sum, 0, 8);
  all<<<4, 128>>>(x, sum);
  cudaMemcpy(&total, sum, 8, cudaMemcpyDeviceToHost);
  cudaMemcpy(x, host, 512 * 8, cudaMemcpyHostToDevice);
  all<<<4, 128>>>(x, sum);
  printf("%g\n", total);
  return total != 511 * 256;
}
