// A thread that the device's heap has no memory for says whose derivative wants it, and stops the
// kernel.
//! status: 86
//! says: enzyme: in the derivative of 'longRecurrence(double, long)': no memory for what it keeps
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
extern "C" {
extern __device__ int enzyme_const;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
__device__ double longRecurrence(double x, long n) {
  double s = x;
  for (long i = 0; i < n; ++i)
    s = sin(s) * x;
  return s;
}
__global__ void k(double *x, long n) {
  x[0] = __enzyme_autodiff<double>((void *)longRecurrence, x[0], enzyme_const, n);
}
int main() {
  double *x;
  cudaMalloc(&x, 8);
  k<<<1, 1>>>(x, 1l << 50);
  return cudaDeviceSynchronize() != cudaSuccess;
}
