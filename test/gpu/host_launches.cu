// Derivatives of host functions that launch kernels: memory of the device, copies, launches, in
// forward and in reverse mode. Tangents are compared with differences, gradients with tangents.
// Prints the number of differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern int enzyme_dup, enzyme_const, enzyme_out;
}
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> R __enzyme_fwddiff(void *, A...);

constexpr int n = 70, block = 32, blocks = (n + block - 1) / block;
constexpr size_t bytes = n * sizeof(double);
int differences;

#define CHECK(CALL)                                                                                \
  if (cudaError_t error = CALL; error != cudaSuccess)                                              \
  std::printf("%s: %s\n", #CALL, cudaGetErrorString(error)), ++differences

__global__ void scale(double *y, const double *x, double a, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n)
    y[i] = a * x[i] * x[i];
}

__global__ void inPlace(double *x, double a, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n)
    x[i] = sin(x[i]) * a + x[i];
}

__global__ void stencil(double *to, const double *from, const float *weights, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i > 0 && i < n - 1)
    to[i] = weights[0] * from[i - 1] + weights[1] * from[i] * from[i] + weights[2] * from[i + 1];
  else if (i < n)
    to[i] = from[i];
}

/// One launch, with a number by value.
double square(const double *x, double a) {
  double *dx, *dy, y[n], sum = 0;
  CHECK(cudaMalloc(&dx, bytes));
  CHECK(cudaMalloc(&dy, bytes));
  CHECK(cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice));
  scale<<<blocks, block>>>(dy, dx, a, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    sum += y[i] * (1 + i % 3);
  CHECK(cudaFree(dx));
  CHECK(cudaFree(dy));
  return sum;
}

/// Launches in a loop that overwrite what they read.
double repeated(const double *x, double a) {
  double *d, y[n], sum = 0;
  cudaMalloc(&d, bytes);
  cudaMemcpy(d, x, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < 3; ++step)
    inPlace<<<blocks, block>>>(d, a / (step + 1), n);
  cudaMemcpy(y, d, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i];
  return sum;
}

/// Steps in time between two arrays, with weights that are constant, set to zero, in a stream.
double inTime(const double *x, double a) {
  double *from, *to, y[n], sum = 0;
  float w[3] = {.25f, .5f, .125f}, *weights;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&from, bytes);
  cudaMalloc(&to, bytes);
  cudaMalloc(&weights, sizeof w);
  cudaMemcpyAsync(weights, w, sizeof w, cudaMemcpyHostToDevice, stream);
  cudaMemset(to, 0, bytes);
  cudaMemcpyAsync(from, x, bytes, cudaMemcpyHostToDevice, stream);
  for (int step = 0; step < 5; ++step) {
    stencil<<<blocks, block, 0, stream>>>(to, from, weights, n);
    double *last = from;
    from = to;
    to = last;
  }
  cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
  cudaMemcpyAsync(y, to, bytes, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaFree(from);
  cudaFree(to);
  cudaFree(weights);
  cudaStreamDestroy(stream);
  for (int i = 0; i < n; ++i)
    sum += y[i] * a * (i % 5);
  return sum;
}

using Function = double(const double *, double);

void compare(const char *what, double found, double wanted, double tolerance) {
  if (std::fabs(found - wanted) <= tolerance * (1 + std::fabs(wanted)))
    return;
  ++differences;
  std::printf("%s: %.15g for %.15g\n", what, found, wanted);
}

#define TEST(F)                                                                                    \
  {                                                                                                \
    double tangent = __enzyme_fwddiff<double>((void *)F, enzyme_dup, x, t, enzyme_dup, a, da);     \
    compare(#F " forward", tangent, (F(up, a + h * da) - F(down, a - h * da)) / (2 * h), 1e-6);    \
    double ofX = __enzyme_fwddiff<double>((void *)F, enzyme_dup, x, t, enzyme_const, a);           \
    double ofA = __enzyme_fwddiff<double>((void *)F, enzyme_const, x, enzyme_dup, a, da);          \
    compare(#F " parts", ofX + ofA, tangent, 1e-12);                                               \
    TEST_REVERSE(F)                                                                                \
  }

#ifdef WITHOUT_REVERSE
#define TEST_REVERSE(F)
#else
#define TEST_REVERSE(F)                                                                            \
  double adjoint[n] = {}, ofNone[n] = {};                                                          \
  double aBar = __enzyme_autodiff<double>((void *)F, enzyme_dup, x, adjoint, enzyme_out, a);       \
  double dot = aBar * da;                                                                          \
  for (int i = 0; i < n; ++i)                                                                      \
    dot += adjoint[i] * t[i];                                                                      \
  compare(#F " reverse", dot, tangent, 1e-12);                                                     \
  __enzyme_autodiff<void>((void *)F, enzyme_dup, x, ofNone, enzyme_const, a);                      \
  for (int i = 0; i < n; ++i)                                                                      \
    compare(#F " reverse of x", ofNone[i], adjoint[i], 1e-12);
#endif

int main() {
  double x[n], t[n], up[n], down[n], a = 1.5, da = .75, h = 1e-6;
  for (int i = 0; i < n; ++i) {
    x[i] = .3 + i * .01;
    t[i] = std::cos(i);
    up[i] = x[i] + h * t[i];
    down[i] = x[i] - h * t[i];
  }
  TEST(square)
  TEST(repeated)
  TEST(inTime)
  std::printf("%d differences\n", differences);
  return differences != 0;
}
