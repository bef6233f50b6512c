// Two boards of n numbers that change places in each step, so that what is kept of a step are their
// addresses. Wherever they lie: in variables of the block, or in its memory of the launch's size.
#ifndef ENZYME_TEST_GPU_SWAPPING_H
#define ENZYME_TEST_GPU_SWAPPING_H
#include <cmath>
#include <cuda_runtime.h>

constexpr int n = 64;

__attribute__((always_inline)) __device__ inline void swapBoards(double *now, double *next, double *y, const double *x, int steps) {
  int t = threadIdx.x;
  now[t] = x[t];
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    next[t] = sin(now[(t + 1) % n]) * now[t] + .5 * now[t];
    __syncthreads();
    double *before = now;
    now = next;
    next = before;
  }
  y[t] = now[t];
}
#endif
