// Launches of all shapes and by all ways: of one thread, of grids in two and three dimensions that
// their arrays do not divide, of no block; kernels whose threads leave early or take loops of
// different lengths between barriers, and hand parts of local arrays to functions; kernels that are
// arguments of templates and functions, or chosen from a table. Compared as checked.h says.
#include "checked.h"

constexpr int n = 45;

/// x on the device and y, of which a sum of squares is taken.
template <typename Launches> double onDevice(const double *x, Launches launches) {
  double *in, *out, y[n], sum = 0;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  cudaMemset(out, 0, n * sizeof(double));
  cudaMemcpy(in, x, n * sizeof(double), cudaMemcpyHostToDevice);
  launches(out, in);
  cudaMemcpy(y, out, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 4);
  return sum;
}

/// The cells of nx * ny * nz, by grids that reach beyond.
__global__ void inSpace(double *y, const double *x, int nx, int ny, int nz) {
  int i = threadIdx.x + blockIdx.x * blockDim.x, j = threadIdx.y + blockIdx.y * blockDim.y,
      k = threadIdx.z + blockIdx.z * blockDim.z;
  if (i >= nx || j >= ny || k >= nz)
    return;
  int at = i + nx * (j + ny * k), right = (i + 1) % nx + nx * ((j + 1) % ny + ny * k);
  y[at] += x[at] * x[right] + sin(x[nx * ny * nz - 1 - at]);
}
double oneThread(const double *x) {
  return onDevice(x, [](double *y, const double *in) { inSpace<<<1, 1>>>(y, in, 1, 1, 1); });
}
double inTwoDimensions(const double *x) {
  return onDevice(x, [](double *y, const double *in) {
    inSpace<<<dim3(2, 3), dim3(7, 2)>>>(y, in, 9, 5, 1);
    inSpace<<<dim3(1, 5), dim3(9)>>>(y, in, 9, 5, 1);
  });
}
double inThreeDimensions(const double *x) {
  return onDevice(x, [](double *y, const double *in) {
    inSpace<<<dim3(2, 1, 3), dim3(2, 4, 2)>>>(y, in, 3, 3, 5);
    inSpace<<<dim3(3, 3, 5), 1>>>(y, in, 3, 3, 5);
  });
}

/// As many blocks as the data says, also none, which is no launch.
double asManyBlocks(const double *x) {
  return onDevice(x, [&](double *y, const double *in) {
    for (int i = 0; i < 3; ++i)
      if (int blocks = (int)(10 * x[i] + .25) % 3)
        inSpace<<<blocks, 17>>>(y, in, n, 1, 1);
  });
}
/// Of no block: an error, which the program does not ask for, and nothing done.
double noBlocks(const double *x) {
  return onDevice(x, [](double *y, const double *in) {
    inSpace<<<0, 32>>>(y, in, n, 1, 1);
    cudaGetLastError();
    inSpace<<<2, 32>>>(y, in, n, 1, 1);
  });
}

__device__ double polynomial(const double *part, int count, double at) {
  double sum = 0;
  for (int i = count; i-- != 0;)
    sum = sum * at + part[i];
  return sum;
}
__device__ void shift(double *part, int count, double by) {
  for (int i = 0; i < count; ++i)
    part[i] *= by + i;
}
/// Threads go different ways between barriers, and some are done before the others.
__global__ void apart(double *y, const double *x, int m) {
  __shared__ double board[32];
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  double coefficients[6] = {1, x[i % m], 2, x[(i + 1) % m], 3, x[(i + 2) % m]};
  double value = 0;
  for (int k = 0; k < i % 5; ++k) {
    shift(coefficients + k, 2, x[i % m]);
    if (value > 30)
      break;
    value += polynomial(coefficients + k % 3, 3, x[i % m]);
  }
  board[threadIdx.x] = value;
  __syncthreads();
  if (threadIdx.x % 3 == 1)
    value += board[(threadIdx.x + 5) % blockDim.x];
  else
    for (int k = 0; k <= (int)threadIdx.x % 4; ++k)
      value = value * .5 + board[(threadIdx.x + k) % blockDim.x];
  __syncthreads();
  board[threadIdx.x] = value * value;
  __syncthreads();
  if (i >= m)
    return;
  y[i] += board[blockDim.x - 1 - threadIdx.x] * x[i];
}
double threadsApart(const double *x) {
#ifdef __HIP__
#define apartLaunched(...) hipLaunchKernelGGL(apart, dim3((n + 18) / 19), dim3(19), 0, 0, __VA_ARGS__)
#else
#define apartLaunched(...) apart<<<(n + 18) / 19, 19>>>(__VA_ARGS__)
#endif
  return onDevice(x, [](double *y, const double *in) { apartLaunched(y, in, n); });
}

using Kernel = void(double *, const double *);
__global__ void squares(double *y, const double *x) {
  y[threadIdx.x] += x[threadIdx.x] * x[threadIdx.x];
}
template <int by> __global__ void sines(double *y, const double *x) {
  y[threadIdx.x] += sin(by * x[threadIdx.x]);
}
static __global__ void products(double *y, const double *x) {
  y[threadIdx.x] *= x[(threadIdx.x + 1) % blockDim.x];
}
template <Kernel *kernel> void launched(double *y, const double *x) { kernel<<<1, n>>>(y, x); }
template <typename K> void launched(K kernel, double *y, const double *x) {
  kernel<<<1, n>>>(y, x);
}
double kernelsOfTemplates(const double *x) {
  return onDevice(x, [](double *y, const double *in) {
    launched<squares>(y, in);
    launched<sines<2>>(y, in);
    launched(products, y, in);
  });
}
Kernel *const table[] = {squares, sines<1>, sines<3>, products};
struct Step {
  Kernel *kernel;
  int threads;
};
double kernelsOfTables(const double *x) {
  return onDevice(x, [&](double *y, const double *in) {
    for (int i = 0; i < 4; ++i)
      table[(int)(10 * x[i] + .25) % 4]<<<1, n>>>(y, in);
    Step steps[2] = {{x[0] > 0 ? squares : products, n}, {products, n - 7}};
    for (Step step : steps)
      step.kernel<<<1, step.threads>>>(y, in);
  });
}

int main() {
  CHECK(oneThread);
  CHECK(inTwoDimensions);
  CHECK(inThreeDimensions);
  CHECK(asManyBlocks);
  CHECK(noBlocks);
  CHECK(threadsApart);
  CHECK(kernelsOfTemplates);
  CHECK(kernelsOfTables);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
