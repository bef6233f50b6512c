// Votes of a block that are the only barriers between what threads write and others read: those
// that count, and those that ask for all or for any. With HIP they are functions of AMD's device
// library. Prints the number of differences.
#include "maps.h"

__device__ double counted(double x) {
  __shared__ double s[threads];
  int i = threadIdx.x;
  s[i] = x * x;
  int count = __syncthreads_count(x > 1.0033);
  double v = s[(i + 1) % threads] * count * .02;
  bool isAny = __syncthreads_or(x > 1.3033);
  s[i] = isAny ? v * x : v;
  bool areAll = __syncthreads_and(x > .1);
  v += s[(i + 37) % threads] * (areAll ? x : 1);
  __syncthreads_count(1);
  return v;
}
__device__ double repeated(double x) {
  __shared__ double s[threads];
  int i = threadIdx.x;
  double v = x;
  for (int k = 0; k < 6; ++k) {
    s[i] = v * x;
    int large = __syncthreads_count(v > 1.2033);
    if (large < 3)
      break;
    v = s[(i + k + 1) % threads] * .8 + .01 * large * v;
    if (__syncthreads_or(v > 4))
      v *= .5;
  }
  __syncthreads();
  return v;
}
TRY(counted, 10, 1e-5)
TRY(repeated, 20, 1e-5)

int main() {
  try_counted<<<1, threads>>>();
  try_repeated<<<1, threads>>>();
  CHECK(cudaDeviceSynchronize());
  int found;
  CHECK(cudaMemcpyFromSymbol(&found, differences, sizeof found));
  std::printf("%d differences\n", found);
  return found != 0;
}
