// What gradients in kernels cost: the time of a kernel of gradients over that of the function's
// values, for work of the thread's own, for values kept on its stack, and for sums that all threads
// take in the same places. Prints a line each; nothing is compared (derivatives_in_kernels.cu
// does).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern __device__ int enzyme_dup, enzyme_const;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);

__device__ double elementary(double x) {
  return sin(x) * exp(-x) + log1p(x) * tanh(x) + pow(x, 1.5);
}
__device__ double recurrence(double x) {
  double state = x;
#pragma clang loop unroll(disable)
  for (int i = 0; i < 64; ++i)
    state = sin(state) + .1 * x * state;
  return state;
}
/// A small network with weights that all threads share, 8 -> 8 -> 1.
__device__ double network(const double *weights, const double *x) {
  double result = 0;
  for (int i = 0; i < 8; ++i) {
    double sum = 0;
    for (int j = 0; j < 8; ++j)
      sum += weights[8 * i + j] * x[j];
    result += weights[64 + i] * tanh(sum);
  }
  return result;
}
/// Seven-point stencil in one dimension: neighbours meet.
__device__ void stencil(const double *from, double *to, int i) {
  double sum = 0;
  for (int k = -3; k <= 3; ++k)
    sum += from[i + k] * from[i + k] / (1 + k * k);
  to[i] = sum;
}

__global__ void elementaryValues(double *x) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  x[i] = elementary(x[i]);
}
__global__ void elementaryGradients(double *x) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  x[i] = __enzyme_autodiff<double>((void *)elementary, x[i]);
}
__global__ void recurrenceValues(double *x) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  x[i] = recurrence(x[i]);
}
__global__ void recurrenceGradients(double *x) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  x[i] = __enzyme_autodiff<double>((void *)recurrence, x[i]);
}
__global__ void networkValues(const double *w, const double *x, double *out) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  out[i] = network(w, x + 8 * i);
}
__global__ void networkOwn(const double *w, const double *x, double *dx) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  __enzyme_autodiff<void>((void *)network, enzyme_const, w, enzyme_dup, x + 8 * i, dx + 8 * i);
}
__global__ void networkAll(const double *w, double *dw, const double *x, double *dx) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  __enzyme_autodiff<void>((void *)network, enzyme_dup, w, dw, enzyme_dup, x + 8 * i, dx + 8 * i);
}
__global__ void stencilValues(const double *from, double *to) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  stencil(from + 4, to, i);
}
__global__ void stencilGradients(const double *from, double *dFrom, double *to, double *dTo) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  __enzyme_autodiff<void>((void *)stencil, enzyme_dup, from + 4, dFrom + 4, enzyme_dup, to, dTo,
                          enzyme_const, i);
}

/// Milliseconds of `launch`, the least of nine.
template <typename Launch> float milliseconds(Launch launch) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  float best = 1e30f;
  for (int i = 0; i < 9; ++i) {
    cudaEventRecord(begin), launch(), cudaEventRecord(end), cudaEventSynchronize(end);
    float time;
    cudaEventElapsedTime(&time, begin, end), best = std::min(best, time);
  }
  return best;
}
template <typename Values, typename Gradients>
void compare(const char *name, Values values, Gradients gradients) {
  float of = milliseconds(values), with = milliseconds(gradients);
  std::printf("%-44s values %8.4f ms, gradients %8.4f ms, ratio %6.2f\n", name, of, with,
              with / of);
}

int main() {
#ifdef GPU_EMULATED // by a CPU: that it works, not how fast
  for (int blocks : {2}) {
#else
  for (int blocks : {1024, 16384}) {
#endif
    const int threads = 256, all = blocks * threads;
    double *x, *y, *dx, *dy, *w, *dw;
    for (double **memory : {&x, &y, &dx, &dy})
      cudaMalloc(memory, (all + 8) * 64), cudaMemset(*memory, 0x3f, (all + 8) * 64);
    for (double **memory : {&w, &dw})
      cudaMalloc(memory, 72 * 8), cudaMemset(*memory, 0x3f, 72 * 8);
    std::printf("%d threads\n", all);
    compare(
        "elementary functions", [&] { elementaryValues<<<blocks, threads>>>(x); },
        [&] { elementaryGradients<<<blocks, threads>>>(y); });
    compare(
        "recurrence, 64 values kept", [&] { recurrenceValues<<<blocks, threads>>>(x); },
        [&] { recurrenceGradients<<<blocks, threads>>>(y); });
    compare(
        "network, by its inputs", [&] { networkValues<<<blocks, threads>>>(w, x, y); },
        [&] { networkOwn<<<blocks, threads>>>(w, x, dx); });
    compare(
        "network, also by the shared weights", [&] { networkValues<<<blocks, threads>>>(w, x, y); },
        [&] { networkAll<<<blocks, threads>>>(w, dw, x, dx); });
    compare(
        "stencil", [&] { stencilValues<<<blocks, threads>>>(x, y); },
        [&] { stencilGradients<<<blocks, threads>>>(x, dx, y, dy); });
    for (double *memory : {x, y, dx, dy, w, dw})
      cudaFree(memory);
  }
  cudaError_t error = cudaGetLastError();
  std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
