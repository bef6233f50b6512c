//! languages: hip
// Lanes that are in one function by different calls are at different places of the program: what the
// first eight exchange by themselves is theirs, and then all exchange.
#include <cstdio>
#include <cuda_runtime.h>
__device__ __attribute__((noinline)) int rightOf(int value) { return __shfl_down(value, 1, 64); }
__global__ void exchange(int *result) {
  int value = threadIdx.x;
  if (threadIdx.x < 8)
    value += 100 * rightOf(value);
  result[threadIdx.x] = rightOf(value);
}
int main() {
  int *result, wrong = 0;
  cudaMallocManaged(&result, 64 * sizeof(int));
  exchange<<<1, 64>>>(result);
  cudaDeviceSynchronize();
  for (int i = 0; i < 63; ++i) {
    int from = i + 1, wanted = from < 7 ? from + 100 * (from + 1) : from;
    if (from != 7 && result[i] != wanted) // lane 7 read one that was not there
      std::printf("lane %d: %d for %d\n", i, result[i], wanted), ++wrong;
  }
  return wrong;
}
