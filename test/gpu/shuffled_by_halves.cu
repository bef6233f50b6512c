// Doubles that the program itself takes apart, sends word by word and puts together again. Prints
// the number of differences.
#include "checked.h"

constexpr int n = 32;

__global__ void exchange(double *y, const double *x) {
  double value = x[threadIdx.x];
  long long bits = __double_as_longlong(value);
  int low = __shfl_xor_sync(~0u, int(bits), 1), high = __shfl_xor_sync(~0u, int(bits >> 32), 1);
  value = __longlong_as_double((long long)(((unsigned long long)high << 32) | unsigned(low)));
  y[threadIdx.x] = value * value + x[threadIdx.x];
}

double halves(const double *x) {
  double *a, *b, y[n], sum = 0;
  cudaMalloc(&a, sizeof y);
  cudaMalloc(&b, sizeof y);
  cudaMemcpy(a, x, sizeof y, cudaMemcpyHostToDevice);
  exchange<<<1, n>>>(b, a);
  cudaMemcpy(y, b, sizeof y, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 4);
  return sum;
}

int main() {
  CHECK(halves);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
