//! kinds: tsan
//! status: 86
//! says: data race
// One thread of each block adds to one place: blocks are not ordered.
#include <cuda_runtime.h>
__global__ void add(double *sum) { *sum += 1; }
int main() {
  double *sum;
  cudaMalloc(&sum, 8), cudaMemset(sum, 0, 8);
  add<<<4, 1>>>(sum);
}
