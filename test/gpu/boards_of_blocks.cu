// Memory of a block that changes behind barriers: updates, sums that are left behind, turns,
// matrices, vectors. Prints the number of differences.
#include "maps.h"

/// Loads before and stores behind a barrier at one place, which others read before it.
__device__ double updated(double x) {
  __shared__ double b[threads];
  int i = threadIdx.x;
  b[i] = x;
  __syncthreads();
  double own = b[i], next = b[(i + 1) % threads];
  __syncthreads();
  b[i] = own * own * .5 + next * own;
  __syncthreads();
  own = b[i];
  next = b[(i + 3) % threads];
  __syncthreads();
  b[i] = own * own + next * x;
  __syncthreads();
  b[i] = b[i] * b[i];
  __syncthreads();
  return b[(i + 7) % threads];
}
/// Sums that could run together with their reverse, but for memory that changes behind them.
__device__ double sumsAhead(double x) {
  __shared__ double b[threads];
  int i = threadIdx.x;
  b[i] = x;
  __syncthreads();
  double s = 0;
#pragma clang loop unroll(disable)
  for (int j = 0; j < threads; ++j)
    s += sin(b[j]) * b[j];
  __syncthreads();
  b[i] = x * x;
  __syncthreads();
#pragma clang loop unroll(disable)
  for (int j = 0; j < threads; ++j)
    s += sin(b[j]) * b[j];
  return s;
}
__device__ double sumsBeforeZero(double x) {
  __shared__ double b[threads];
  int i = threadIdx.x;
  b[i] = x;
  __syncthreads();
  double s = 0;
#pragma clang loop unroll(disable)
  for (int j = 0; j < threads; ++j)
    s += sin(b[j]) * b[j];
  __syncthreads();
  b[i] = 0;
  __syncthreads();
  return s + b[(i + 1) % threads];
}
/// As programs for older processors have it.
__device__ double unstable(double x) {
  __shared__ volatile double b[threads];
  int i = threadIdx.x;
  b[i] = x * x;
  __syncthreads();
  double y = b[i ^ 1];
  __syncthreads();
  b[i] = y * x;
  __syncthreads();
  return b[i ^ 2] * y;
}
/// Threads do different things in turn.
__device__ double turns(double x) {
  __shared__ double total, every[threads];
  int i = threadIdx.x;
  every[i] = x * x;
  __syncthreads();
  if (i == 0) {
    double t = 1;
    for (int j = 0; j < threads; ++j)
      t = t * (1 + .01 * every[j]);
    total = t;
  }
  __syncthreads();
  double y = total * x;
  __syncthreads();
  if (i == 5)
    total = y;
  __syncthreads();
  return total * y;
}
/// A matrix, which is transposed on the way.
__device__ double tile(double x) {
  __shared__ double t[8][8];
  int i = threadIdx.x / 8, j = threadIdx.x % 8;
  t[i][j] = x;
  __syncthreads();
  double s = 0;
  for (int k = 0; k < 8; ++k)
    s += t[i][k] * t[k][j];
  __syncthreads();
  t[j][i] = s;
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    s += t[i][k] * t[k][j] * x;
  return s;
}
/// Four floats are one access.
struct alignas(16) Four {
  float a, b, c, d;
};
__device__ double vectors(double x) {
  __shared__ Four b[threads];
  b[threadIdx.x] = Four{float(x), float(x * x), 1, float(threadIdx.x)};
  __syncthreads();
  Four v = b[threadIdx.x ^ 7];
  return v.a * v.b + v.c * v.d;
}
/// Some threads are done behind the barrier.
__device__ double early(double x) {
  __shared__ double b[threads];
  b[threadIdx.x] = x * x;
  __syncthreads();
  if (threadIdx.x % 3 == 0)
    return x;
  double y = b[threadIdx.x ^ 1];
  if (threadIdx.x % 3 == 1)
    return y * x;
  return y * y;
}

TRY(updated, 10, 1e-5)
TRY(sumsAhead, 20, 1e-5)
TRY(sumsBeforeZero, 30, 1e-5)
TRY(unstable, 40, 1e-5)
TRY(turns, 50, 1e-5)
TRY(tile, 60, 1e-5)
TRY(early, 70, 1e-5)

__global__ void tryVectors() {
  __shared__ double f[threads], r[threads];
  int i = threadIdx.x;
  f[i] = __enzyme_fwddiff<double>((void *)vectors, start(i), direction(i));
  r[i] = direction(i) * __enzyme_autodiff<double>((void *)vectors, start(i));
  __syncthreads();
  if (i)
    return;
  double a = 0, b = 0;
  for (int j = 0; j < threads; ++j)
    a += f[j], b += r[j];
  report(a, b, 1e-5, 90);
}
int main() {
  try_updated<<<2, threads>>>();
  try_sumsAhead<<<2, threads>>>();
  try_sumsBeforeZero<<<2, threads>>>();
  try_unstable<<<2, threads>>>();
  try_turns<<<2, threads>>>();
  try_tile<<<2, threads>>>();
  try_early<<<2, threads>>>();
  tryVectors<<<2, threads>>>();
  CHECK(cudaDeviceSynchronize());
  int found;
  CHECK(cudaMemcpyFromSymbol(&found, differences, sizeof found));
  std::printf("%d differences\n", found);
  return found != 0;
}
