// The mechanisms of the emulator in both spellings.
#include <cstdio>
#include <cuda_runtime.h>
__device__ int counter;
__constant__ double scale[2] = {2, 3};
struct Pair { double a; float b; };
__global__ void fill(double *x, int n, Pair p) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) x[i] = i * scale[i & 1] + p.a * p.b;
}
__global__ void treeSum(const double *x, double *out) {
  __shared__ double part[256];
  int t = threadIdx.x;
  part[t] = x[t + blockIdx.x * blockDim.x];
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
__global__ void warpSum(const double *x, double *out) {
  double v = x[threadIdx.x + blockIdx.x * blockDim.x];
  for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down_sync(~0ull, v, d);
  if (threadIdx.x % warpSize == 0) atomicAdd(out, v);
}
__global__ void dynamic(double *x) {
  extern __shared__ double board[];
  int t = threadIdx.x, n = blockDim.x;
  board[t] = x[t];
  __syncthreads();
  x[t] = board[n - 1 - t];
  if (t == 0) printf("dynamic %d %g %s %ld\n", n, board[1], "text", 1234567890123L);
  atomicAdd(&counter, 1);
}
int main() {
  const int n = 1024;
  double *x, *out, host[n], sums[4], total = 0;
  cudaMalloc(&x, n * 8), cudaMalloc(&out, 4 * 8);
  fill<<<n / 256, 256>>>(x, n, {1.5, 2});
  cudaMemcpy(host, x, n * 8, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += host[i] != i * (i & 1 ? 3. : 2.) + 3, total += host[i];
  treeSum<<<4, 256>>>(x, out);
  cudaMemcpy(sums, out, 32, cudaMemcpyDeviceToHost);
  wrong += sums[0] + sums[1] + sums[2] + sums[3] != total;
  cudaMemset(out, 0, 8);
  warpSum<<<4, 256>>>(x, out);
  cudaMemcpy(sums, out, 8, cudaMemcpyDeviceToHost);
  if (sums[0] != total) ++wrong, printf("%g for %g\n", sums[0], total);
  dynamic<<<1, 64, 64 * 8>>>(x);
  double back[64];
  cudaMemcpy(back, x, 64 * 8, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i) wrong += back[i] != host[63 - i];
  int count;
  cudaMemcpyFromSymbol(&count, counter, sizeof count);
  wrong += count != 64;
  printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaGetLastError()));
  return wrong != 0;
}
