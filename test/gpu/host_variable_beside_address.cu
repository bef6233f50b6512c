// A number that varies is copied to a variable that also holds an address, which does not: the
// variable has no shadow on the device, and the copy stops the program.
//! status: 1
//! says: numbers that vary are copied to a variable of the device
#include <cstdio>
#include <cuda_runtime.h>
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
struct Named {
  const char *name;
  double factor;
};
__constant__ Named named;
__global__ void scale(double *y, const double *x) { y[0] = x[0] * named.factor; }
double scaled(const double *x) {
  double *d, y;
  cudaMalloc(&d, 2 * sizeof(double));
  cudaMemcpy(d, x, sizeof(double), cudaMemcpyHostToDevice);
  Named one{nullptr, x[0]};
  cudaMemcpyToSymbol(named, &one, sizeof one);
  scale<<<1, 1>>>(d + 1, d);
  cudaMemcpy(&y, d + 1, sizeof y, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return y;
}
int main() {
  double x = 3, ofX = 0;
  __enzyme_autodiff<void>((void *)scaled, &x, &ofX);
  printf("%g\n", ofX);
  return 0;
}
