//! status: 86
//! says: wait at different places
// Half of a block waits at one barrier, half at another.
#include <cuda_runtime.h>
__global__ void wait(int *x) {
  if (threadIdx.x < 32) {
    x[threadIdx.x] = 1;
    __syncthreads();
    x[threadIdx.x] += 2;
  } else {
    x[threadIdx.x] = 3;
    __syncthreads();
    x[threadIdx.x] *= 4;
  }
}
int main() {
  int *x;
  cudaMalloc(&x, 64 * 4);
  wait<<<1, 64>>>(x);
}
