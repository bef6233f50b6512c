//! languages: cuda
//! status: 86
//! says: no rule says how to differentiate inline assembly
// A reduction of NVIDIA's cub, with its own headers: it exchanges numbers by assembly. The kernel
// has no derivative, and the host's stops with the reason.
#include "../checked.h"
#include <cub/block/block_reduce.cuh>

constexpr int n = 64;

__global__ void reduced(double *y, const double *x) {
  typedef cub::BlockReduce<double, n> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  double sum = Reduce(storage).Sum(x[threadIdx.x] * x[threadIdx.x]);
  if (threadIdx.x == 0)
    y[0] = sum;
}
double ofBlock(const double *x) {
  double *in, *out, y;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, sizeof(double));
  cudaMemcpy(in, x, n * sizeof(double), cudaMemcpyHostToDevice);
  reduced<<<1, n>>>(out, in);
  cudaMemcpy(&y, out, sizeof y, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return y;
}
int main() { CHECK(ofBlock); }
