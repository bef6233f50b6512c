//! status: 86
//! says: of which only 64 are in memory of the GPU
// A copy leaves its allocation.
#include <cuda_runtime.h>
int main() {
  double *x, host[9] = {};
  cudaMalloc(&x, 64);
  cudaMemcpy(x, host, 72, cudaMemcpyHostToDevice);
}
