// The two halves of a derivative in two kernels, written by the program: what the first keeps are addresses in variables of the
// block, which the second kernel has elsewhere. Prints the number of differences.
#include "swapping.h"
#include <cstdio>

extern "C" {
extern __device__ int enzyme_dup, enzyme_const;
}
template <typename R, typename... A> __device__ R __enzyme_augmentfwd(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_reverse(void *, A...);

__device__ void swapping(double *y, const double *x, int steps) {
  __shared__ double first[n], second[n];
  swapBoards(first, second, y, x, steps);
}
__global__ void primal(double *y, const double *x, int steps) { swapping(y, x, steps); }
__global__ void augmented(double *y, double *dY, const double *x, double *dX, int steps, void **tape) {
  tape[threadIdx.x] = __enzyme_augmentfwd<void *>((void *)swapping, enzyme_dup, y, dY, enzyme_dup, x, dX, steps);
}
__global__ void reversed(double *y, double *dY, const double *x, double *dX, int steps, void **tape) {
  __shared__ double own[3 * n]; // so that others lie elsewhere
  own[threadIdx.x] = 1;
  __syncthreads();
  __enzyme_reverse<void>((void *)swapping, enzyme_dup, y, dY, enzyme_dup, x, dX, steps, tape[threadIdx.x]);
  __syncthreads();
  dX[threadIdx.x] *= own[n - 1 - threadIdx.x];
}

int main() {
  double x[n], y[n], seed[n], found[n];
  for (int i = 0; i < n; ++i)
    x[i] = 1 + .01 * (i * 7 % 13), seed[i] = 1 + i % 5;
  double *in, *out, *dIn, *dOut;
  void **tape;
  for (double **memory : {&in, &out, &dIn, &dOut})
    cudaMalloc(memory, sizeof x);
  cudaMalloc(&tape, n * sizeof(void *));
  cudaMemcpy(in, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemcpy(dOut, seed, sizeof x, cudaMemcpyHostToDevice);
  cudaMemset(dIn, 0, sizeof x);
  augmented<<<1, n>>>(out, dOut, in, dIn, 3, tape);
  reversed<<<1, n>>>(out, dOut, in, dIn, 3, tape);
  cudaMemcpy(found, dIn, sizeof x, cudaMemcpyDeviceToHost);
  auto sum = [&] {
    cudaMemcpy(in, x, sizeof x, cudaMemcpyHostToDevice);
    primal<<<1, n>>>(out, in, 3);
    cudaMemcpy(y, out, sizeof x, cudaMemcpyDeviceToHost);
    double all = 0;
    for (int i = 0; i < n; ++i)
      all += y[i] * (1 + i % 5);
    return all;
  };
  int wrong = 0;
  const double h = 1e-6;
  for (int i = 0; i < n; i += 3) {
    double old = x[i];
    x[i] = old + h;
    double more = sum();
    x[i] = old - h;
    double less = sum(), wanted = (more - less) / (2 * h);
    x[i] = old;
    if (!(std::fabs(found[i] - wanted) < 1e-6 * (1 + std::fabs(wanted))) && wrong++ < 8)
      std::printf("%d: %.17g for %.17g\n", i, found[i], wanted);
  }
  std::printf("%d differences\n", wrong);
  return wrong != 0;
}
