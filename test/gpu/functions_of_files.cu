// Device code of two files (-fgpu-rdc), the other of which is parts/functions_of_files.cu: requests
// for functions of the other file, and for functions of this file that call them, in forward and
// reverse mode, in lanes and in halves; static variables of one name in both; barriers, memory of
// the block and calls through pointers in the other file; a kernel of the other file that requests
// the derivative of a function of this one. Prints the number of differences.
//! flags: -fgpu-rdc
//! with: parts/functions_of_files.cu
#include "parts/functions_of_files.h"
#include <cstdio>

static __device__ int scale = 5; // the other file has one of its own
static __device__ double scaled(double x) { return scale * x * x; }
__device__ double ofFirst(double x) { return scaled(x) + ofSecond(x); }
/// Calls back and forth.
__device__ double recursive(double x, int n) {
  return n == 0 ? x * x : recursiveOfSecond(x, n - 1) + x;
}

__device__ double chosen(double x, int which) { return function(which)(x); }

__global__ void requests(double *x) {
  int i = threadIdx.x;
  double at = .3 + .1 * i;
  if (i == 0)
    setScale(3); // the static variable of the other file
  __syncthreads();
  double wanted = 3 * (cos(at) * at + sin(at));
  compare(__enzyme_autodiff<double>((void *)ofSecond, at), wanted, 1);
  compare(__enzyme_fwddiff<double>((void *)ofSecond, at, 1.), wanted, 2);
  compare(__enzyme_autodiff<double>((void *)ofFirst, at), wanted + 10 * at, 3);
  compare(__enzyme_fwddiff<double>((void *)ofFirst, at, 2.), 2 * (wanted + 10 * at), 4);
  compare(__enzyme_autodiff<double>((void *)recursive, at, 3), 2 * at + 3, 5);
  for (int which = 0; which < 2; ++which)
    compare(__enzyme_autodiff<double>((void *)chosen, at, which), which ? 3 * at * at : -sin(at), 6);
  double v[3] = {at, 2, at * at}, dv[3] = {};
  __enzyme_autodiff<void>((void *)productOfSecond, enzyme_dup, v, dv, enzyme_const, 3);
  compare(dv[1], at * at * at, 7);
  double tangents[2][3] = {{1, 0, 0}, {0, 0, 1}};
  Two two = __enzyme_fwddiff<Two>((void *)productOfSecond, enzyme_width, 2, enzyme_dup, v, tangents[0],
                                  tangents[1], enzyme_const, 3);
  compare(two.first, 2 * at * at, 8);
  compare(two.second, 2 * at, 9);
  compare(__enzyme_fwddiff<double>((void *)slopeOfSecond, at, 1.), 3 * (2 * cos(at) - sin(at) * at),
          10);
  if (i < 2)
    counted[i] = i; // a variable of the other file
  __syncthreads();
  compare(__enzyme_autodiff<double>((void *)withCounted, at, i % 2), i % 2 ? 8 * at : 2 * at, 11);
  x[i] = at;
}

/// The two halves in two kernels; the tape of the second function is as long as the run says.
__global__ void firstHalves(const double *x, void **tapes) {
  int i = threadIdx.x;
  tapes[2 * i] = __enzyme_augmentfwd<Kept>((void *)ofFirst, x[i]).tape;
  tapes[2 * i + 1] = __enzyme_augmentfwd<Kept>((void *)powerOfSecond, x[i], enzyme_const, i % 7).tape;
}
__global__ void secondHalves(const double *x, void **tapes) {
  int i = threadIdx.x;
  double wanted = 3 * (cos(x[i]) * x[i] + sin(x[i])) + 10 * x[i];
  compare(__enzyme_reverse<double>((void *)ofFirst, x[i], 2., tapes[2 * i]), 2 * wanted, 12);
  double slope =
      __enzyme_fwddiff<double>((void *)powerOfSecond, enzyme_dup, x[i], 1., enzyme_const, i % 7);
  compare(__enzyme_reverse<double>((void *)powerOfSecond, x[i], enzyme_const, i % 7, 1.,
                                   tapes[2 * i + 1]),
          slope, 13);
}

__global__ void together(const double *x, double *dx) {
  __enzyme_autodiff<double>((void *)neighbours, enzyme_dup, x, dx);
}

int main() {
  double *x, *dx, host[32], shadow[32] = {};
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&dx, sizeof host);
  cudaMemset(dx, 0, sizeof host);
  requests<<<1, 32>>>(x);
  together<<<1, 32>>>(x, dx);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(shadow, dx, sizeof host, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 32; ++i) { // of x[i] * x[(i + 1) % 32], summed
    double wanted = host[(i + 1) % 32] + host[(i + 31) % 32];
    if (!(shadow[i] - wanted < 1e-12 && wanted - shadow[i] < 1e-12))
      ++wrong, std::printf("%d: %g for %g\n", i, shadow[i], wanted);
  }
  void **tapes;
  cudaMalloc(&tapes, 64 * sizeof(void *));
  firstHalves<<<1, 32>>>(x, tapes);
  secondHalves<<<1, 32>>>(x, tapes);
  requestsOfSecond<<<1, 32>>>(); // a kernel of the other file
  wrong += differencesOnDevice();
  std::printf("%d differences\n", wrong);
  return wrong != 0;
}
