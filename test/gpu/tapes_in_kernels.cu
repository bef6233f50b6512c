// Reverse mode in kernels where the run alone knows how much has to be kept: loops of any length,
// one inside the other, that end where the data says so, in functions that call each other and
// themselves; tapes in the program's memory between two kernels; in lanes; tangents of gradients.
// Each is compared with forward mode, or with the derivative written by hand. Prints the number of
// differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern __device__ int enzyme_dup, enzyme_dupnoneed, enzyme_const, enzyme_width, enzyme_tape,
    enzyme_allocated, enzyme_nofree;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_augmentfwd(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_reverse(void *, A...);

#define CHECK(call)                                                                                \
  if (cudaError_t error = call; error != cudaSuccess) {                                            \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error));                                     \
    return 1;                                                                                      \
  }

__device__ int differences;
__device__ void compare(double found, double wanted, double tolerance, int what) {
  if (fabs(found - wanted) <= tolerance * (1 + fabs(wanted)))
    return;
  if (atomicAdd(&differences, 1) < 8)
    printf("%d: %.17g for %.17g\n", what, found, wanted);
}

/// As many iterations as the caller says.
__device__ double counted(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = sin(s) * x + .1 * s * s;
  return s;
}
/// Iterations until the value is small: of unknown number.
__device__ double whileLarge(double x) {
  double s = x;
  while (s > .03)
    s = s * cos(.5 * s) * .9;
  return s * s;
}
/// Inner loops whose length changes, and a loop that is left early.
__device__ double triangle(double x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double inner = x;
    for (int j = 0; j < i; ++j)
      inner = sin(inner + .01 * j) * x;
    for (int j = 0; j < 100; ++j) {
      inner = inner * inner + .3;
      if (inner > .5 - .01 * i)
        break;
    }
    sum += inner * exp(-sum * sum);
  }
  return sum;
}
/// A function that calls itself, which no tape of constant size serves.
__device__ __attribute__((noinline)) double recursive(double x, int depth) {
  if (depth == 0)
    return x;
  double s = x;
  for (int i = 0; i < depth; ++i)
    s = sin(s) + x * s * .1;
  return recursive(s * s, depth - 1) * s;
}
/// Memory that is overwritten in each step: its old contents are kept.
__device__ void steps(double *state, int size, int count) {
  for (int step = 0; step < count; ++step)
    for (int i = 0; i < size; ++i)
      state[i] = state[i] * state[(i + 1) % size] + .5 * sin(state[i]);
}
/// Memory of the function's own, freed in each iteration, and a local array that is indexed by
/// what is computed.
__device__ double workspace(double x, int n) {
  double sum = 0;
  for (int i = 1; i <= n; ++i) {
    double *w = static_cast<double *>(malloc(i * sizeof(double)));
    double local[4] = {x, x * x, sin(x), 1};
    for (int j = 0; j < i; ++j)
      w[j] = local[(i + j) & 3] * (j ? w[j - 1] : x);
    sum += w[i - 1] * w[i / 2];
    free(w);
  }
  return sum;
}
__device__ double gradientOfCounted(double x, int n) {
  return __enzyme_autodiff<double>((void *)counted, x, enzyme_const, n);
}
struct Two {
  double a, b;
};
__device__ Two lanesOfCounted(double x, int n) {
  return __enzyme_autodiff<Two>((void *)counted, enzyme_width, 2, x, enzyme_const, n);
}

__global__ void loops() {
  int i = threadIdx.x + blockIdx.x * blockDim.x, n = i % 37;
  double x = .25 + i * 1e-3;
  compare(__enzyme_autodiff<double>((void *)counted, x, enzyme_const, n),
          __enzyme_fwddiff<double>((void *)counted, x, 1., enzyme_const, n), 1e-10, 1);
  compare(__enzyme_autodiff<double>((void *)whileLarge, x),
          __enzyme_fwddiff<double>((void *)whileLarge, x, 1.), 1e-10, 2);
  compare(__enzyme_autodiff<double>((void *)triangle, x, enzyme_const, n),
          __enzyme_fwddiff<double>((void *)triangle, x, 1., enzyme_const, n), 1e-10, 3);
  compare(__enzyme_autodiff<double>((void *)recursive, x, enzyme_const, n % 5),
          __enzyme_fwddiff<double>((void *)recursive, x, 1., enzyme_const, n % 5), 1e-10, 4);
  compare(__enzyme_autodiff<double>((void *)workspace, x, enzyme_const, n % 7),
          __enzyme_fwddiff<double>((void *)workspace, x, 1., enzyme_const, n % 7), 1e-10, 5);
  const double h = 1e-6;
  compare(__enzyme_fwddiff<double>((void *)counted, x, 1., enzyme_const, n),
          (counted(x + h, n) - counted(x - h, n)) / (2 * h), 1e-5, 6);
  compare(__enzyme_fwddiff<double>((void *)triangle, x, 1., enzyme_const, n % 4),
          (triangle(x + h, n % 4) - triangle(x - h, n % 4)) / (2 * h), 1e-3, 7);
  // Second order, and lanes in both directions.
  compare(__enzyme_fwddiff<double>((void *)gradientOfCounted, x, 1., enzyme_const, n % 9),
          (gradientOfCounted(x + h, n % 9) - gradientOfCounted(x - h, n % 9)) / (2 * h), 1e-4, 8);
  Two two = __enzyme_fwddiff<Two>((void *)triangle, enzyme_width, 2, x, 1., -2., enzyme_const, n);
  compare(two.a, __enzyme_autodiff<double>((void *)triangle, x, enzyme_const, n), 1e-10, 9);
  compare(two.b, -2 * two.a, 1e-10, 10);
}

/// Each thread's state lies behind the other's.
__global__ void states(double *state, double *dState, double *tangent, int size, int count) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  double copy[8];
  for (int j = 0; j < size; ++j)
    copy[j] = state[i * size + j];
  for (int j = 0; j < size; ++j)
    tangent[i * size + j] = j + 1;
  double *own = state + i * size, *back = dState + i * size;
  __enzyme_autodiff<void>((void *)steps, enzyme_dup, own, back, enzyme_const, size, enzyme_const,
                          count);
  __enzyme_fwddiff<void>((void *)steps, enzyme_dup, copy, tangent + i * size, enzyme_const, size,
                         enzyme_const, count);
}

int main() {
  const int blocks = 4, threads = 64, all = blocks * threads, size = 5;
  loops<<<blocks, threads>>>();
  CHECK(cudaDeviceSynchronize());

  static double host[all * size], back[all * size], tangent[all * size];
  for (int i = 0; i < all * size; ++i)
    host[i] = .1 + .001 * (i % 97), back[i] = 1;
  double *state, *dState, *onTangent;
  CHECK(cudaMalloc(&state, sizeof host));
  CHECK(cudaMalloc(&dState, sizeof host));
  CHECK(cudaMalloc(&onTangent, sizeof host));
  CHECK(cudaMemcpy(state, host, sizeof host, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dState, back, sizeof host, cudaMemcpyHostToDevice));
  states<<<blocks, threads>>>(state, dState, onTangent, size, 6);
  CHECK(cudaMemcpy(back, dState, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(tangent, onTangent, sizeof host, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < all; ++i) { // 1 · J · (1, 2, …) in both ways
    double reverse = 0, forward = 0;
    for (int j = 0; j < size; ++j)
      reverse += back[i * size + j] * (j + 1), forward += tangent[i * size + j];
    if (std::fabs(reverse - forward) > 1e-10 * std::fabs(forward) && wrong++ < 8)
      std::printf("states: %d: %.17g for %.17g\n", i, reverse, forward);
  }

  int onDevice;
  CHECK(cudaMemcpyFromSymbol(&onDevice, differences, sizeof onDevice));
  std::printf("%d differences\n", wrong + onDevice);
  return wrong + onDevice != 0;
}
