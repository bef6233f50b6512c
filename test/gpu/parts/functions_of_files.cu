// The second file of functions_of_files.cu.
#include "functions_of_files.h"
#include <cstdio>

static __device__ int scale = 2;
static __device__ double scaled(double x) { return sin(x) * scale; }
__device__ void setScale(int s) { scale = s; }
__device__ double ofSecond(double x) { return scaled(x) * x; }
__device__ double recursiveOfSecond(double x, int n) {
  return n == 0 ? x * x : recursive(x, n - 1) + x;
}
static __device__ double cosine(double x) { return cos(x); }
static __device__ double cube(double x) { return x * x * x; }
__device__ Function function(int which) { return which ? cube : cosine; }
__device__ double productOfSecond(const double *x, int n) {
  double product = 1;
  for (int i = 0; i < n; ++i)
    product *= x[i];
  return product;
}
__device__ double powerOfSecond(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = sin(s) * x + .1 * s * s;
  return s;
}
__device__ double slopeOfSecond(double x) { return __enzyme_autodiff<double>((void *)ofSecond, x); }
__device__ int counted[2] = {3, 3};
__device__ double neighbours(const double *x) {
  __shared__ double tile[32];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  double result = tile[threadIdx.x] * tile[(threadIdx.x + 1) % 32];
  __syncthreads();
  return result;
}

__device__ int differences;
__device__ void compare(double found, double wanted, int what) {
  if (fabs(found - wanted) <= 1e-10 * (1 + fabs(wanted)))
    return;
  if (atomicAdd(&differences, 1) < 8)
    printf("%d: %.17g for %.17g\n", what, found, wanted);
}
__global__ void requestsOfSecond() {
  double at = 1 + .1 * threadIdx.x;
  compare(__enzyme_autodiff<double>((void *)withCounted, at, 1), 8 * at, 21);
  compare(__enzyme_autodiff<double>((void *)ofFirst, at), 3 * (cos(at) * at + sin(at)) + 10 * at, 20);
}
int differencesOnDevice() {
  int number;
  cudaMemcpyFromSymbol(&number, differences, sizeof number);
  return number;
}
