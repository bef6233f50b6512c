//! status: 86
//! says: kernel '_Z4stopPi', block (1,0,0), thread (3,0,0): the kernel traps
// A trap says where, after what was printed.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void stop(int *x) {
  if (blockIdx.x == 1 && threadIdx.x == 3) {
    printf("before\n");
    __builtin_trap();
  }
  x[threadIdx.x] = 1;
}
int main() {
  int *x;
  cudaMalloc(&x, 32 * 4);
  stop<<<2, 32>>>(x);
}
