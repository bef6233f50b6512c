// Functions of threads and blocks of NVIDIA's cub in kernels, with its own headers: run with --sdk
// where these are installed. Tangents are compared with differences, gradients with tangents.
// Prints the number of differences.
#include "../checked.h"
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>

constexpr int n = 64;

__global__ void reduced(double *y, const double *x) {
  typedef cub::BlockReduce<double, n> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  __shared__ double whole;
  double sum = Reduce(storage).Sum(x[threadIdx.x] * x[threadIdx.x]);
  if (threadIdx.x == 0)
    whole = sum;
  __syncthreads();
  y[threadIdx.x] = whole * x[threadIdx.x];
}
__global__ void warps(double *y, const double *x) {
  typedef cub::WarpReduce<double> Reduce;
  __shared__ typename Reduce::TempStorage storage[n / 32];
  double sum = Reduce(storage[threadIdx.x / 32]).Sum(x[threadIdx.x] * x[threadIdx.x]);
  y[threadIdx.x] = threadIdx.x % 32 ? x[threadIdx.x] : sum * x[threadIdx.x];
}
__global__ void scanned(double *y, const double *x) {
  typedef cub::BlockScan<double, n> Scan;
  __shared__ typename Scan::TempStorage storage;
  double sum;
  Scan(storage).InclusiveSum(x[threadIdx.x] * x[threadIdx.x], sum);
  y[threadIdx.x] = sum * x[n - 1 - threadIdx.x];
}
template <void (*Kernel)(double *, const double *)> double launched(const double *x) {
  double *in, *out, y[n], sum = 0;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  cudaMemcpy(in, x, n * sizeof(double), cudaMemcpyHostToDevice);
  Kernel<<<1, n>>>(out, in);
  cudaMemcpy(y, out, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 4);
  return sum;
}

int main() {
#ifndef PART
#define PART 7
#endif
#if PART & 1
  CHECK(launched<reduced>);
#endif
#if PART & 2
  CHECK(launched<warps>);
#endif
#if PART & 4
  CHECK(launched<scanned>);
#endif
  std::printf("%d differences\n", differences);
  return differences != 0;
}
