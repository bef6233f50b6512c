//! languages: cuda
//! status: 86
//! says: reads lane 7, which is not there
// A value is asked from a lane outside the mask.
#include <cuda_runtime.h>
__global__ void ask(int *x) {
  if (threadIdx.x < 4)
    x[threadIdx.x] = __shfl_sync(0xf, x[threadIdx.x], 7);
}
int main() {
  int *x;
  cudaMalloc(&x, 32 * 4);
  ask<<<1, 32>>>(x);
}
