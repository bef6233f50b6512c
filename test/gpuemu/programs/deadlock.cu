//! languages: cuda
//! status: 86
//! says: has ended
// A lane that has ended is waited for.
#include <cuda_runtime.h>
__global__ void wait(int *x) {
  if (threadIdx.x == 5)
    return;
  x[threadIdx.x] = __shfl_down_sync(0xffffffff, x[threadIdx.x], 1);
}
int main() {
  int *x;
  cudaMalloc(&x, 64 * 4);
  wait<<<1, 64>>>(x);
}
