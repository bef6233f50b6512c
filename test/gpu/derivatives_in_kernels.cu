// Derivatives asked for in kernels, one a thread: forward and reverse mode, in lanes, of functions
// with branches, loops, local arrays and mathematical functions, and sums that all threads take in
// one place. Each is compared with the derivative written by hand. Prints the number of
// differences.
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern __device__ int enzyme_dup, enzyme_const, enzyme_width;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

#define CHECK(call)                                                                                \
  if (cudaError_t error = call; error != cudaSuccess) {                                            \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error));                                     \
    return 1;                                                                                      \
  }

__device__ int differences;
template <typename T> __device__ void compare(T found, T wanted, T tolerance, int what) {
  if (fabs(found - wanted) <= tolerance * (1 + fabs(wanted)))
    return;
  if (atomicAdd(&differences, 1) < 8)
    printf("%d: %.17g for %.17g\n", what, double(found), double(wanted));
}

__device__ double polynomial(double x) { return x * x * x + sqrt(x) * fabs(x); }
__device__ double transcendental(double x) {
  return sin(x) * exp(-x) + log1p(x) * atan2(x, 2.) + tanh(x) + pow(x, 1.5);
}
__device__ double slope(double x) {
  return cos(x) * exp(-x) - sin(x) * exp(-x) + atan2(x, 2.) / (1 + x) + log1p(x) * 2 / (4 + x * x) +
         1 - tanh(x) * tanh(x) + 1.5 * sqrt(x);
}
__device__ float single(float x) { return sinf(x) * expf(-x) + erff(x) + cbrtf(x); }
__device__ float singleSlope(float x) {
  return cosf(x) * expf(-x) - sinf(x) * expf(-x) + 1.1283791671f * expf(-x * x) +
         1 / (3 * cbrtf(x) * cbrtf(x));
}
/// A local array, a branch and loops of fixed length.
__device__ double local(double x) {
  double term[4];
  for (int i = 0; i < 4; ++i)
    term[i] = i % 2 ? x * i : x * x / (1 + i);
  double sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += x > 2 ? term[i] * term[3 - i] : term[i];
  return sum;
}
__device__ double localSlope(double x) {
  return x > 2 ? 3 * 6 * x * x + 2 * x * x : 2 * x + 1 + 2 * x / 3 + 3;
}
/// Loops of fixed length in which values have to be kept, one inside the other and beside it.
__device__ double nested(double x) {
  double sum = 1;
#pragma clang loop unroll(disable)
  for (int i = 0; i < 12; ++i) {
    double inner = sum;
#pragma clang loop unroll(disable)
    for (int j = 0; j < 9; ++j)
      inner = sin(.5 * inner + .01 * j * x);
#pragma clang loop unroll(disable)
    for (int j = 0; j < 5; ++j)
      sum = sum * exp(-inner * inner) + .1 * x * j;
  }
  return sum;
}
/// Reads what all threads read, and writes its own place.
__device__ void shared(const double *weight, double *own) {
  own[0] = weight[0] * weight[1] * own[0];
}
/// The sum of as many products as the run says: nothing has to be kept.
__device__ double dot(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}
/// A structure that all threads copy as a whole, and one of the thread's own, handed on by address.
struct Three {
  double a, b, c;
};
__device__ __attribute__((noinline)) double use(const Three *three, double x) {
  return three->a * x + three->b * x * x + three->c;
}
__device__ double copied(const Three *three, const double *own) {
  Three mine = *three;
  Three other = {own[0], own[0] * own[0], 1};
  return use(&mine, own[0]) + use(&other, own[0]);
}
/// What device code calls besides: assertions, memory of its own, tables, fast functions, sums in
/// memory.
__device__ double asserted(double x) {
  assert(x > 0);
  if (x < 0)
    printf("negative: %g\n", x);
  return x * x;
}
__device__ double allocated(double x) {
  double *p = static_cast<double *>(malloc(2 * sizeof(double)));
  p[0] = x, p[1] = x * x;
  double result = p[0] * p[1];
  free(p);
  return result;
}
__constant__ double table[4] = {1, 2, 3, 4};
__device__ double looked(double x) { return x * x * table[int(x) & 3]; }
__device__ float fast(float x) {
  return __fdividef(x, 2 + x) + __expf(-x) + rsqrtf(x) + fminf(x, 3.f);
}
__device__ float fastSlope(float x) {
  return 2 / ((2 + x) * (2 + x)) - expf(-x) - .5f / (x * sqrtf(x)) + (x <= 3 ? 1.f : 0.f);
}
__device__ double added(const double *x, double *sum) {
  atomicAdd(sum, x[0] * x[0]);
  return x[0];
}
struct Two {
  double a, b;
};

__global__ void scalars() {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  double x = .25 + i * 1e-3;
  double wanted = 3 * x * x + 1.5 * sqrt(x);
  compare(__enzyme_autodiff<double>((void *)polynomial, x), wanted, 1e-12, 1);
  compare(__enzyme_fwddiff<double>((void *)polynomial, x, 1.), wanted, 1e-12, 2);
  compare(__enzyme_autodiff<double>((void *)transcendental, x), slope(x), 1e-12, 3);
  compare(__enzyme_fwddiff<double>((void *)transcendental, x, 2.), 2 * slope(x), 1e-12, 4);
  compare(__enzyme_autodiff<float>((void *)single, float(x)), singleSlope(float(x)), 1e-4f, 5);
  compare(__enzyme_fwddiff<float>((void *)single, float(x), 1.f), singleSlope(float(x)), 1e-4f, 6);
  compare(__enzyme_autodiff<double>((void *)local, x), localSlope(x), 1e-12, 7);
  compare(__enzyme_fwddiff<double>((void *)local, x, 1.), localSlope(x), 1e-12, 8);
  Two two = __enzyme_fwddiff<Two>((void *)transcendental, enzyme_width, 2, x, 1., -3.);
  compare(two.a, slope(x), 1e-12, 9);
  compare(__enzyme_autodiff<double>((void *)nested, x),
          __enzyme_fwddiff<double>((void *)nested, x, 1.), 1e-9, 11);
  const double h = 1e-6;
  compare(__enzyme_fwddiff<double>((void *)nested, x, 1.),
          (nested(x + h) - nested(x - h)) / (2 * h), 1e-4, 12);
  compare(__enzyme_autodiff<double>((void *)asserted, x), 2 * x, 1e-12, 13);
  if (i < 1024) { // the heap of a device is small
    compare(__enzyme_autodiff<double>((void *)allocated, x), 3 * x * x, 1e-12, 14);
    compare(__enzyme_fwddiff<double>((void *)allocated, x, 1.), 3 * x * x, 1e-12, 15);
  }
  compare(__enzyme_autodiff<double>((void *)looked, x), 2 * x * ((int(x) & 3) + 1), 1e-12, 16);
  compare(__enzyme_autodiff<float>((void *)fast, float(x)), fastSlope(float(x)), 1e-3f, 17);
  compare(two.b, -3 * slope(x), 1e-12, 10);
}

__global__ void sums(const double *weight, double *dWeight, double *own, double *dOwn) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  __enzyme_autodiff<void>((void *)shared, enzyme_dup, weight, dWeight, enzyme_dup, own + i,
                          dOwn + i);
}
/// Some threads of each warp, and of some warps all: by a branch, and in loops of different
/// lengths.
__global__ void someSums(const double *weight, double *dWeight, double *own, double *dOwn) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  for (int again = 0; again < i % 3; ++again)
    if (i % 64 < 32 || i % 5 != 0)
      __enzyme_autodiff<void>((void *)shared, enzyme_dup, weight + again, dWeight + again,
                              enzyme_dup, own + i, dOwn + i);
}
__global__ void dots(const double *x, double *dx, const double *y, double *dy, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  __enzyme_autodiff<void>((void *)dot, enzyme_dup, x, dx, enzyme_dup, y + i * n, dy + i * n, n);
}

__global__ void copies(const Three *three, Three *dThree, const double *own, double *dOwn) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  __enzyme_autodiff<void>((void *)copied, enzyme_dup, three, dThree, enzyme_dup, own + i, dOwn + i);
}

__global__ void additions(const double *x, double *dx, double *total, double *dTotal) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  __enzyme_autodiff<void>((void *)added, enzyme_dup, x + i, dx + i, enzyme_dup, total, dTotal);
}

int main() {
#ifdef GPU_EMULATED // by a CPU: less of it
  const int blocks = 8;
#else
  const int blocks = 256;
#endif
  const int threads = 256, all = blocks * threads, n = 16;
  scalars<<<blocks, threads>>>();
  CHECK(cudaDeviceSynchronize());

  double *weight, *dWeight, *own, *dOwn;
  CHECK(cudaMalloc(&weight, 16));
  CHECK(cudaMalloc(&dWeight, 16));
  CHECK(cudaMalloc(&own, all * 8));
  CHECK(cudaMalloc(&dOwn, all * 8));
  static double host[all * n], back[all * n];
  double weights[2] = {3, 5};
  for (int i = 0; i < all; ++i)
    host[i] = i % 7, back[i] = 1;
  CHECK(cudaMemcpy(weight, weights, 16, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dWeight, 0, 16));
  CHECK(cudaMemcpy(own, host, all * 8, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dOwn, back, all * 8, cudaMemcpyHostToDevice));
  sums<<<blocks, threads>>>(weight, dWeight, own, dOwn);
  CHECK(cudaMemcpy(weights, dWeight, 16, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(back, dOwn, all * 8, cudaMemcpyDeviceToHost));
  double sum = 0;
  int wrong = 0;
  for (int i = 0; i < all; ++i)
    sum += host[i], wrong += back[i] != 15;
  if (weights[0] != 5 * sum || weights[1] != 3 * sum)
    std::printf("sums: %.17g %.17g for %.17g %.17g\n", weights[0], weights[1], 5 * sum, 3 * sum),
        ++wrong;

  // own is multiplied by both weights, or by the second and what lies behind it, each time.
  double three3[3] = {1, 1, 1}, dThree3[3] = {}, expected[3] = {};
  double *weights3, *dWeights3;
  CHECK(cudaMalloc(&weights3, sizeof three3));
  CHECK(cudaMalloc(&dWeights3, sizeof three3));
  CHECK(cudaMemcpy(weights3, three3, sizeof three3, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dWeights3, 0, sizeof three3));
  for (int i = 0; i < all; ++i)
    back[i] = 1;
  CHECK(cudaMemcpy(own, host, all * 8, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dOwn, back, all * 8, cudaMemcpyHostToDevice));
  someSums<<<blocks, threads>>>(weights3, dWeights3, own, dOwn);
  CHECK(cudaMemcpy(dThree3, dWeights3, sizeof three3, cudaMemcpyDeviceToHost));
  for (int i = 0; i < all; ++i)
    for (int again = 0; again < i % 3; ++again)
      if (i % 64 < 32 || i % 5 != 0)
        expected[again] += host[i], expected[again + 1] += host[i];
  for (int i = 0; i < 3; ++i)
    if (dThree3[i] != expected[i])
      std::printf("some sums: %.17g for %.17g\n", dThree3[i], expected[i]), ++wrong;

  Three three = {3, 5, 7}, dThree = {}, *onThree, *onDThree;
  CHECK(cudaMalloc(&onThree, sizeof three));
  CHECK(cudaMalloc(&onDThree, sizeof three));
  CHECK(cudaMemcpy(onThree, &three, sizeof three, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(onDThree, 0, sizeof three));
  CHECK(cudaMemcpy(own, host, all * 8, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dOwn, 0, all * 8));
  copies<<<blocks, threads>>>(onThree, onDThree, own, dOwn);
  CHECK(cudaMemcpy(&dThree, onDThree, sizeof three, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(back, dOwn, all * 8, cudaMemcpyDeviceToHost));
  double squares = 0;
  for (int i = 0; i < all; ++i) {
    double h = host[i], wanted = 3 + 10 * h + 2 * h + 4 * h * h * h;
    squares += h * h, wrong += std::fabs(back[i] - wanted) > 1e-12 * wanted;
  }
  if (dThree.a != sum || dThree.b != squares || dThree.c != all)
    std::printf("copies: %.17g %.17g %.17g for %.17g %.17g %d\n", dThree.a, dThree.b, dThree.c, sum,
                squares, all),
        ++wrong;

  double five = 5;
  CHECK(cudaMemcpy(dWeight, &five, 8, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dOwn, 0, all * 8));
  additions<<<blocks, threads>>>(own, dOwn, weight, dWeight);
  CHECK(cudaMemcpy(back, dOwn, all * 8, cudaMemcpyDeviceToHost));
  for (int i = 0; i < all; ++i)
    wrong += back[i] != 1 + 2 * host[i] * five;

  double *x, *dx, *y, *dy;
  CHECK(cudaMalloc(&x, n * 8));
  CHECK(cudaMalloc(&dx, n * 8));
  CHECK(cudaMalloc(&y, all * n * 8));
  CHECK(cudaMalloc(&dy, all * n * 8));
  double xs[n], dxs[n] = {};
  for (int i = 0; i < n; ++i)
    xs[i] = i + 1;
  for (int i = 0; i < all * n; ++i)
    host[i] = i % 5;
  CHECK(cudaMemcpy(x, xs, sizeof xs, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dx, dxs, sizeof dxs, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(y, host, all * n * 8, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dy, 0, all * n * 8));
  dots<<<blocks, threads>>>(x, dx, y, dy, n);
  CHECK(cudaMemcpy(dxs, dx, sizeof dxs, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(back, dy, all * n * 8, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    double wanted = 0;
    for (int j = 0; j < all; ++j)
      wanted += host[j * n + i], wrong += back[j * n + i] != xs[i];
    if (dxs[i] != wanted)
      std::printf("dots: %d: %.17g for %.17g\n", i, dxs[i], wanted), ++wrong;
  }
  int onDevice;
  CHECK(cudaMemcpyFromSymbol(&onDevice, differences, sizeof onDevice));
  std::printf("%d differences\n", wrong + onDevice);
  return wrong + onDevice != 0;
}
