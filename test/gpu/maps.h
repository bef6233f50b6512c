// Maps of the numbers of all threads of a block to as many, tried: thread i is given x[i], and
// gives y[i]. w J v by forward mode, by forward mode in two directions, by reverse mode, and by
// differences.
#ifndef ENZYME_TEST_GPU_MAPS_H
#define ENZYME_TEST_GPU_MAPS_H
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern __device__ int enzyme_dup, enzyme_const, enzyme_width, enzyme_out;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

#define CHECK(call)                                                                                \
  if (cudaError_t error = call; error != cudaSuccess) {                                            \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error));                                     \
    return 1;                                                                                      \
  }

constexpr int threads = 64, warp = 32;
constexpr unsigned everyone = ~0u;

__device__ int differences;
__device__ void report(double found, double wanted, double tolerance, int what) {
  if (fabs(found - wanted) <= tolerance * (1 + fabs(wanted)))
    return;
  if (atomicAdd(&differences, 1) < 20)
    printf("%d, thread %d: %.17g for %.17g\n", what, threadIdx.x, found, wanted);
}

struct Two {
  double a, b;
};
__device__ double start(int i) { return .8 + .01 * i + (i % 3) * .05; }
__device__ double weight(int i) { return 1 + .25 * (i % 7); }
__device__ double direction(int i) { return .5 - .125 * (i % 5); }

/// One block: w J v, by forward mode and by reverse mode, which adds up what each thread has. By
/// differences as well.
#define TRY(map, what, tolerance)                                                                  \
  __device__ double weighted_##map(double x, double w) { return w * map(x); }                      \
  __global__ void try_##map() {                                                                    \
    __shared__ double byForward[threads], byReverse[threads], byDifferences[threads],              \
        second[threads];                                                                           \
    int i = threadIdx.x;                                                                           \
    double x = start(i), v = direction(i), w = weight(i), h = 1e-6;                                \
    byForward[i] = w * __enzyme_fwddiff<double>((void *)map, x, v);                                \
    __syncthreads();                                                                               \
    Two two = __enzyme_fwddiff<Two>((void *)map, enzyme_width, 2, x, v, 3 * v);                    \
    second[i] = w * (two.a + two.b);                                                               \
    __syncthreads();                                                                               \
    byReverse[i] = v * __enzyme_autodiff<double>((void *)weighted_##map, x, enzyme_const, w);      \
    __syncthreads();                                                                               \
    double up = map(x + h * v);                                                                    \
    __syncthreads();                                                                               \
    double down = map(x - h * v);                                                                  \
    __syncthreads();                                                                               \
    byDifferences[i] = w * (up - down) / (2 * h);                                                  \
    __syncthreads();                                                                               \
    if (i == 0) {                                                                                  \
      double forward = 0, reverse = 0, differences = 0, twice = 0;                                 \
      for (int j = 0; j < threads; ++j)                                                            \
        forward += byForward[j], reverse += byReverse[j], differences += byDifferences[j],         \
            twice += second[j];                                                                    \
      report(forward, differences, tolerance, what);                                               \
      report(reverse, forward, 1e-4 * tolerance, what + 1);                                        \
      report(twice, 4 * forward, 1e-6 * tolerance, what + 2);                                      \
    }                                                                                              \
  }

#endif
