//! languages: cuda
//! status: 86
//! says: no thread can go on
// One thread waits for lanes that wait at a barrier.
#include <cuda_runtime.h>
__global__ void wait(int *x) {
  if (threadIdx.x == 3)
    __syncwarp(0xffffffff);
  __syncthreads();
  x[threadIdx.x] = 1;
}
int main() {
  int *x;
  cudaMalloc(&x, 32 * 4);
  wait<<<1, 32>>>(x);
}
