// What device code calls and keeps in kernels that differentiate: function pointers, virtual
// functions, lambdas, memory of new and delete, constant memory, loads by the read-only cache,
// local arrays indexed by data, assertions, functions with derivatives of their own name. Reverse
// mode is compared with forward mode, and that with differences. Prints the number of differences.
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <new>

extern "C" {
extern __device__ int enzyme_dup, enzyme_const;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

#ifndef __CLANG_CUDA_WRAPPERS_NEW // the front end's own, for devices
__device__ void *operator new(size_t bytes) { return malloc(bytes); }
__device__ void *operator new[](size_t bytes) { return malloc(bytes); }
__device__ void operator delete(void *memory) noexcept { free(memory); }
__device__ void operator delete[](void *memory) noexcept { free(memory); }
__device__ void operator delete(void *memory, size_t) noexcept { free(memory); }
__device__ void operator delete[](void *memory, size_t) noexcept { free(memory); }
#endif

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

using Operation = double (*)(double, int);
__device__ double repeated(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = sin(s) * x + .2;
  return s;
}
__device__ double squared(double x, int n) { return x * x * n; }
__device__ double throughPointer(double x, int n) {
  Operation operation = n % 2 ? repeated : squared;
  return operation(x, n) * x;
}

struct Shape {
  double size;
  __device__ Shape(double size) : size(size) {}
  __device__ virtual double area(double x, int n) const { return size * x * n; }
  __device__ virtual ~Shape() {}
};
struct Round : Shape {
  __device__ Round(double size) : Shape(size) {}
  __device__ double area(double x, int n) const override {
    double s = x;
    for (int i = 0; i < n; ++i)
      s = sin(s) * size;
    return s;
  }
};
__device__ double virtualCall(double x, int n) {
  Shape plain(x * x);
  Round round(2 * x);
  const Shape *shape = n % 2 ? &plain : &round;
  return shape->area(x, n) * x;
}
__device__ double virtualObject(double x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    Shape *shape = i % 2 ? new Shape(x * i) : new Round(x);
    sum += shape->area(x + sum, i);
    delete shape;
  }
  return sum;
}
template <typename F> __device__ double apply(F f, double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = f(s);
  return s;
}
__device__ double lambda(double x, int n) {
  return apply([=](double s) { return s * s * x + .1; }, x, n);
}
__device__ double arrays(double x, int n) {
  double sum = 0;
  for (int i = 1; i <= n; ++i) {
    double *w = new double[i];
    for (int j = 0; j < i; ++j)
      w[j] = (j ? w[j - 1] : x) * sin(x + j);
    sum += w[i - 1] * w[i / 2];
    delete[] w;
  }
  return sum;
}
__device__ double asserted(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    assert(s < 100);
    if (s > 50)
      printf("large: %f\n", s);
    s = s * sin(s) + x;
  }
  return s;
}
__constant__ double coefficients[4] = {.5, 1.5, -.25, 2};
__device__ double localArray(double x, int n) {
  double cell[8];
  for (int i = 0; i < 8; ++i)
    cell[i] = x * (i + 1) * coefficients[i & 3];
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    int at = (i * 5 + n) & 7;
    cell[at] = cell[at] * (1 + sin(cell[(at + 3) & 7])) * .5;
    sum += cell[i & 7];
  }
  return sum;
}
__device__ double gammas(double x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += lgamma(x + i + sum) * .1;
  return sum;
}
/// Loads by the cache of constants: the shadow is written all the same.
__device__ double polynomial(const double *__restrict__ c, double x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum = sum * x + __ldg(c + i) * __ldg(c + i);
  return sum;
}

#define BOTH(function, number)                                                                     \
  compare(__enzyme_autodiff<double>((void *)function, x, enzyme_const, n),                         \
          __enzyme_fwddiff<double>((void *)function, x, 1., enzyme_const, n), 1e-9, number);       \
  compare(__enzyme_fwddiff<double>((void *)function, x, 1., enzyme_const, n),                      \
          (function(x + h, n) - function(x - h, n)) / (2 * h), 1e-5, number + 1)

__global__ void calls() {
  int i = threadIdx.x + blockIdx.x * blockDim.x, n = i % 9;
  double x = .3 + i * 1e-3;
  const double h = 1e-6;
  BOTH(throughPointer, 10);
  BOTH(virtualCall, 20);
  BOTH(virtualObject, 30);
  BOTH(lambda, 40);
  BOTH(arrays, 50);
  BOTH(asserted, 60);
  BOTH(localArray, 70);
  BOTH(gammas, 80);
}

__global__ void reads(const double *c, double *dc, double *own, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  double x = .5 + .01 * i;
  own[i] = __enzyme_autodiff<double>((void *)polynomial, enzyme_dup, c, dc, x, n);
}

int main() {
  const int blocks = 4, threads = 64, all = blocks * threads, n = 6;
  calls<<<blocks, threads>>>();
  CHECK(cudaDeviceSynchronize());

  double numbers[n] = {1, 2, -1, .5, 3, .25}, back[n] = {}, slopes[all], *c, *dc, *own;
  CHECK(cudaMalloc(&c, sizeof numbers));
  CHECK(cudaMalloc(&dc, sizeof numbers));
  CHECK(cudaMalloc(&own, sizeof slopes));
  CHECK(cudaMemcpy(c, numbers, sizeof numbers, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dc, 0, sizeof numbers));
  reads<<<blocks, threads>>>(c, dc, own, n);
  CHECK(cudaMemcpy(back, dc, sizeof numbers, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(slopes, own, sizeof slopes, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int k = 0; k < n; ++k) {
    double wanted = 0;
    for (int i = 0; i < all; ++i)
      wanted += 2 * numbers[k] * std::pow(.5 + .01 * i, n - 1 - k);
    if (!(std::fabs(back[k] - wanted) < 1e-10 * std::fabs(wanted)) && wrong++ < 8)
      std::printf("coefficient %d: %.17g for %.17g\n", k, back[k], wanted);
  }
  for (int i = 0; i < all; ++i) {
    double wanted = 0, x = .5 + .01 * i;
    for (int k = 0; k < n - 1; ++k)
      wanted += (n - 1 - k) * numbers[k] * numbers[k] * std::pow(x, n - 2 - k);
    if (!(std::fabs(slopes[i] - wanted) < 1e-10 * (1 + std::fabs(wanted))) && wrong++ < 8)
      std::printf("slope %d: %.17g for %.17g\n", i, slopes[i], wanted);
  }
  int onDevice;
  CHECK(cudaMemcpyFromSymbol(&onDevice, differences, sizeof onDevice));
  std::printf("%d differences\n", wrong + onDevice);
  return wrong + onDevice != 0;
}
