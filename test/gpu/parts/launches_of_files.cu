// The second file of launches_of_files.cu.
#include "launches_of_files.h"

__device__ double offset = 0.25;
static __device__ double step(double s, double x) { return sin(s) * x + 0.1 * cos(s); }
__device__ double elsewhere(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = factors[i % 2] * step(s, x);
  return s;
}
__device__ double neighbours(double x) {
  __shared__ double tile[16];
  tile[threadIdx.x] = x;
  __syncthreads();
  double result = tile[threadIdx.x] * tile[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  return result;
}

/// This file's host code asks, too.
double halvedThere(const double *x) {
  double *d, y[6], sum = 0;
  cudaMalloc(&d, sizeof y);
  cudaMemcpy(d, x, sizeof y, cudaMemcpyHostToDevice);
  halve<<<1, 8>>>(d, 6);
  cudaMemcpy(y, d, sizeof y, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (double one : y)
    sum += one * one;
  return sum;
}
double slopeThere(const double *x, double *dx) {
  return __enzyme_fwddiff<double>((void *)halvedThere, enzyme_dup, x, dx);
}
