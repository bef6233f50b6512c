// A kernel writes an active number to memory that the request passes as a constant: its derivative
// says so and stops.
//! status: 86
//! says: an active number is written to memory of which the derivative on the host has no shadow
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern int enzyme_dup, enzyme_const;
}
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);

__global__ void square(double *y, const double *x) {
  y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x];
}
void squares(double *y, const double *x) { square<<<1, 32>>>(y, x); }

int main() {
  double *x, *dx, *y;
  for (double **memory : {&x, &dx, &y}) {
    cudaMalloc(memory, 32 * sizeof(double));
    cudaMemset(*memory, 0, 32 * sizeof(double));
  }
  __enzyme_autodiff<void>((void *)squares, enzyme_const, y, enzyme_dup, x, dx);
  cudaDeviceSynchronize();
  std::printf("not stopped\n");
  return 0;
}
