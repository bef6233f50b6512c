// Sums that each thread takes into the same few places again and again, in loops: inputs of a
// network, of which some threads have fewer; places that are read and written in between; places
// next to memory that is no one's. Gradients are compared with forward mode. Prints the number of
// differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern __device__ int enzyme_dup, enzyme_const;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

#define CHECK(call)                                                                                \
  if (cudaError_t error = call; error != cudaSuccess) {                                            \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error));                                     \
    return 1;                                                                                      \
  }

constexpr int threads = 96, inputs = 8;

__device__ double network(const double *weights, const double *x) {
  double result = 0;
  for (int i = 0; i < 8; ++i) {
    double sum = 0;
    for (int j = 0; j < inputs; ++j)
      sum += weights[8 * i + j] * x[j];
    result += weights[64 + i] * tanh(sum);
  }
  return result;
}
/// Only the first inputs are there, as many as the run says: behind them is no memory.
__device__ double fewer(const double *weights, const double *x, int n, int rounds) {
  double result = 0;
  for (int i = 0; i < rounds; ++i)
    for (int j = 0; j < inputs; ++j)
      if (j < n)
        result += sin(weights[i % 8 + j] * x[j]) * x[j];
  return result;
}
/// Each round changes the inputs.
__device__ double changing(const double *weights, double *x) {
  double result = 0;
#pragma clang loop unroll(disable)
  for (int i = 0; i < 6; ++i) {
    double sum = 0;
    for (int j = 0; j < inputs; ++j)
      sum += weights[8 * i + j] * x[j] * x[j];
    x[i] = sum * .1;
    result += sum;
  }
  return result;
}
/// The second memory may be the first.
__device__ double through(const double *weights, const double *x, double *y) {
  double result = 0;
#pragma clang loop unroll(disable)
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < inputs; ++j)
      result += weights[8 * i + j] * x[j] * x[j];
    y[0] = result * .01;
  }
  return result;
}
/// What is not a number is added as well.
__device__ double undefined(const double *x) {
  double result = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < inputs; ++j)
      result += sqrt(x[j] * (i + 1));
  return result;
}

__device__ int differences;
__device__ void compare(double found, double wanted, int what) {
  if (fabs(found - wanted) <= 1e-11 * (1 + fabs(wanted)) || (found == wanted))
    return;
  if (atomicAdd(&differences, 1) < 20)
    printf("%d, thread %d: %.17g for %.17g\n", what, threadIdx.x, found, wanted);
}

__global__ void networks(const double *w, double *dw, double *x, double *dx) {
  int i = threadIdx.x;
  __enzyme_autodiff<void>((void *)network, enzyme_dup, w, dw, enzyme_dup, x + inputs * i,
                          dx + inputs * i);
  for (int j = 0; j < inputs; ++j) {
    double one[inputs] = {};
    one[j] = 1;
    compare(
        dx[inputs * i + j],
        __enzyme_fwddiff<double>((void *)network, enzyme_const, w, enzyme_dup, x + inputs * i, one),
        1);
  }
}
/// Thread i has i % 9 inputs, one thread's behind the other's.
__global__ void fewerInputs(const double *w, double *x, double *dx, int rounds) {
  int i = threadIdx.x, n = i % 9, first = 0;
  for (int k = 0; k < i; ++k)
    first += k % 9;
  __enzyme_autodiff<void>((void *)fewer, enzyme_const, w, enzyme_dup, x + first, dx + first, n,
                          rounds);
  for (int j = 0; j < n; ++j) {
    double one[inputs] = {};
    one[j] = 1;
    compare(dx[first + j],
            __enzyme_fwddiff<double>((void *)fewer, enzyme_const, w, enzyme_dup, x + first, one, n,
                                     rounds),
            2);
  }
}
__global__ void changes(const double *w) {
  int i = threadIdx.x;
  double dx[inputs] = {}, x[inputs];
  auto start = [&] {
    for (int j = 0; j < inputs; ++j)
      x[j] = .1 * j + .01 * i;
  };
  start();
  __enzyme_autodiff<void>((void *)changing, enzyme_const, w, enzyme_dup, x, dx);
  for (int j = 0; j < inputs; ++j) {
    double one[inputs] = {};
    one[j] = 1;
    start();
    compare(dx[j], __enzyme_fwddiff<double>((void *)changing, enzyme_const, w, enzyme_dup, x, one),
            3);
  }
}
__global__ void same(const double *w, double *x, double *dx) {
  int i = threadIdx.x;
  double *own = x + inputs * i, *adjoint = dx + inputs * i;
  auto start = [&] {
    for (int j = 0; j < inputs; ++j)
      own[j] = .1 * j + .01 * i, adjoint[j] = 0;
  };
  start();
  __enzyme_autodiff<void>((void *)through, enzyme_const, w, enzyme_dup, own, adjoint, enzyme_dup,
                          own, adjoint);
  for (int j = 0; j < inputs; ++j) {
    double found = adjoint[j], one[inputs] = {};
    one[j] = 1;
    for (int k = 0; k < inputs; ++k)
      own[k] = .1 * k + .01 * i;
    compare(found,
            __enzyme_fwddiff<double>((void *)through, enzyme_const, w, enzyme_dup, own, one,
                                     enzyme_dup, own, one),
            4);
  }
}
__global__ void undefineds(double *x, double *dx) {
  int i = threadIdx.x;
  x[inputs * i + 3] = __builtin_nan("");
  __enzyme_autodiff<void>((void *)undefined, enzyme_dup, x + inputs * i, dx + inputs * i);
  for (int j = 0; j < inputs; ++j)
    if (j == 3)
      compare(dx[inputs * i + j] != dx[inputs * i + j], 1, 5);
    else
      compare(dx[inputs * i + j], (1 + sqrt(2.) + sqrt(3.) + 2) / 2 / sqrt(x[inputs * i + j]), 6);
}

int main() {
  constexpr int all = threads * inputs;
  double host[all], weights[72], sums[72], *w, *dw, *x, *dx;
  CHECK(cudaMalloc(&w, sizeof weights));
  CHECK(cudaMalloc(&dw, sizeof weights));
  CHECK(cudaMalloc(&x, sizeof host));
  CHECK(cudaMalloc(&dx, sizeof host));
  for (int i = 0; i < all; ++i)
    host[i] = .3 + .01 * (i % 37);
  for (int i = 0; i < 72; ++i)
    weights[i] = .2 - .02 * (i % 19);
  CHECK(cudaMemcpy(w, weights, sizeof weights, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dw, 0, sizeof weights));
  CHECK(cudaMemset(dx, 0, sizeof host));
  networks<<<1, threads>>>(w, dw, x, dx);
  CHECK(cudaMemcpy(sums, dw, sizeof sums, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int k = 0; k < 72; ++k) { // of all threads
    double wanted = 0;
    for (int i = 0; i < threads; ++i) {
      int row = k < 64 ? k / 8 : k - 64;
      double sum = 0;
      for (int j = 0; j < inputs; ++j)
        sum += weights[8 * row + j] * host[inputs * i + j];
      double t = std::tanh(sum);
      wanted += k < 64 ? weights[64 + row] * (1 - t * t) * host[inputs * i + k % 8] : t;
    }
    if (std::fabs(sums[k] - wanted) > 1e-11 * (1 + std::fabs(wanted)))
      std::printf("weight %d: %.17g for %.17g\n", k, sums[k], wanted), ++wrong;
  }
  CHECK(cudaMemset(dx, 0, sizeof host));
  fewerInputs<<<1, threads>>>(w, x, dx, 5);
  changes<<<1, threads>>>(w);
  same<<<1, threads>>>(w, x, dx);
  CHECK(cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dx, 0, sizeof host));
  undefineds<<<1, threads>>>(x, dx);
  int found;
  CHECK(cudaMemcpyFromSymbol(&found, differences, sizeof found));
  std::printf("%d differences\n", wrong + found);
  return wrong + found != 0;
}
