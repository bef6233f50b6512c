//! kinds: tsan
//! status: 86
//! says: data race
// Threads of one block add to one place without an atomic sum.
#include <cuda_runtime.h>
__global__ void add(double *sum) { *sum += 1; }
int main() {
  double *sum;
  cudaMalloc(&sum, 8), cudaMemset(sum, 0, 8);
  add<<<1, 64>>>(sum);
}
