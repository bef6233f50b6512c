//! status: 86
//! says: no allocation begins at
// Memory is given back twice.
#include <cuda_runtime.h>
int main() {
  double *x;
  cudaMalloc(&x, 64);
  cudaFree(x), cudaFree(x);
}
