// Memory that is read before it is written has no number in it.
#include <cmath>
#include <cuda_runtime.h>
__global__ void read(double *x, double *y) {
  __shared__ double board[32];
  double *own = static_cast<double *>(malloc(8));
  if (x[1] == 2)
    board[threadIdx.x] = 1;
  x[0] = board[threadIdx.x] + y[0] * 0 + *own;
  free(own);
  y[1] = board[0], y[2] = *y;
}
int main() {
  double *x, *y, host[3];
  cudaMalloc(&x, 16), cudaMalloc(&y, 24), cudaMemset(x, 0, 16);
  read<<<1, 1>>>(x, y);
  cudaMemcpy(host, y, 24, cudaMemcpyDeviceToHost);
  return !std::isnan(host[1]) || !std::isnan(host[2]);
}
