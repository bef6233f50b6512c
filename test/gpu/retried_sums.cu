//! kinds: plain,yield
// Sums that threads take in one place by loops of compare and swap, as programs for processors
// without an atomic sum have them. Prints the
// number of differences. (The first load of such a loop is a race by the letter.)
#include "maps.h"

/// As NVIDIA's CUDA C++ Programming Guide had it.
__device__ double sumOfDoubles(double *address, double value) {
  unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(
        bits, assumed,
        (unsigned long long)__double_as_longlong(value + __longlong_as_double((long long)assumed)));
  } while (assumed != old);
  return __longlong_as_double((long long)old);
}
__device__ void sumOfFloats(float *address, float value) {
  int *bits = (int *)address, old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(__int_as_float(assumed) + value));
  } while (assumed != old);
}
__device__ void difference(double *address, double value) {
  unsigned long long *bits = (unsigned long long *)address, assumed;
  double old = *address;
  for (;;) {
    assumed = (unsigned long long)__double_as_longlong(old);
    unsigned long long found =
        atomicCAS(bits, assumed, (unsigned long long)__double_as_longlong(old - value));
    if (found == assumed)
      break;
    old = __longlong_as_double((long long)found);
  }
}

__device__ double doubles(double x) {
  __shared__ double sums[4];
  if (threadIdx.x < 4)
    sums[threadIdx.x] = x;
  __syncthreads();
  sumOfDoubles(&sums[threadIdx.x % 4], x * x);
  __syncthreads();
  double y = sums[(threadIdx.x + 1) % 4] * x;
  __syncthreads();
  return y;
}
__device__ double differencesOf(double x) {
  __shared__ double sums[3];
  if (threadIdx.x < 3)
    sums[threadIdx.x] = 1;
  __syncthreads();
  difference(&sums[threadIdx.x % 3], x * x * x);
  __syncthreads();
  double y = sums[(threadIdx.x + 1) % 3] * x;
  __syncthreads();
  return y;
}
__device__ double floats(double x) {
  __shared__ float sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  sumOfFloats(&sum, float(x) * float(x));
  __syncthreads();
  double y = sum * x;
  __syncthreads();
  return y;
}
TRY(doubles, 10, 1e-5)
TRY(differencesOf, 20, 1e-5)

/// In single precision differences are of no use.
__global__ void tryFloats() {
  __shared__ double byForward[threads], byReverse[threads];
  int i = threadIdx.x;
  byForward[i] = __enzyme_fwddiff<double>((void *)floats, start(i), direction(i));
  byReverse[i] = direction(i) * __enzyme_autodiff<double>((void *)floats, start(i));
  __syncthreads();
  double sum = 0, wanted = 0, forward = 0, reverse = 0;
  for (int j = 0; j < threads; ++j)
    sum += start(j) * start(j), forward += byForward[j], reverse += byReverse[j];
  for (int j = 0; j < threads; ++j) {
    wanted += sum * direction(j);
    for (int k = 0; k < threads; ++k)
      wanted += 2 * start(k) * direction(k) * start(j);
  }
  if (i == 0)
    report(forward, wanted, 1e-5, 30), report(reverse, wanted, 1e-5, 31);
}

int main() {
  try_doubles<<<2, threads>>>();
  try_differencesOf<<<2, threads>>>();
  tryFloats<<<2, threads>>>();
  CHECK(cudaDeviceSynchronize());
  int found;
  CHECK(cudaMemcpyFromSymbol(&found, differences, sizeof found));
  std::printf("%d differences\n", found);
  return found != 0;
}
