// A thread that the device's heap has no memory for says whose derivative wants it, and stops the
// kernel.
//! status: 86
//! says: enzyme: in the derivative of 'longRecurrence(double, double, long)': no memory for what it keeps
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
extern "C" {
extern __device__ int enzyme_const;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
struct Both {
  double x, y;
};
__device__ double longRecurrence(double x, double y, long n) {
  double s = x;
  for (long i = 0; i < n; ++i)
    s = sin(s) * y;
  return s;
}
__global__ void k(double *x, long n) {
  Both both = __enzyme_autodiff<Both>((void *)longRecurrence, x[0], x[0], enzyme_const, n);
  x[0] = both.x + both.y;
}
int main() {
  double *x;
  cudaMalloc(&x, 8);
  k<<<1, 1>>>(x, 1l << 50);
  return cudaDeviceSynchronize() != cudaSuccess;
}
