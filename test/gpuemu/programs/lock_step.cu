//! kinds: yield
// Threads that are interrupted before each access add to one place what none but the last one
// sees.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void add(double *sum) { *sum += 1; }
int main() {
  double *sum, host = 0;
  cudaMalloc(&sum, 8), cudaMemset(sum, 0, 8);
  add<<<1, 64>>>(sum);
  cudaMemcpy(&host, sum, 8, cudaMemcpyDeviceToHost);
  printf("%g of 64\n", host);
  return host >= 64;
}
