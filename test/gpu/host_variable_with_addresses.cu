// A variable that holds addresses has no shadow on the device: numbers that vary stop the program.
//! status: 1
//! says: numbers that vary are copied to a variable of the device
#include <cstdio>
#include <cuda_runtime.h>
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
struct P {
  double *to;
  double k;
};
__constant__ P p;
__global__ void weigh(double *y, const double *x) {
  y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x] * p.k;
}
void varying(double *y, const double *x, double k) {
  P one{y, k};
  cudaMemcpyToSymbol(p, &one, sizeof one);
  weigh<<<1, 32>>>(y, x);
}
int main() {
  double *x, *dx, *y, *dy, values[32];
  for (double **memory : {&x, &dx, &y, &dy})
    cudaMalloc(memory, sizeof values);
  for (double &value : values)
    value = 2;
  cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpy(dy, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(dx, 0, sizeof values);
  double g = __enzyme_autodiff<double>((void *)varying, y, dy, x, dx, 2.0);
  printf("%g\n", g);
  return 0;
}
