// A kernel that asks for a derivative itself takes constants as such: numbers that vary stop the
// program.
//! status: 1
//! says: numbers that vary are copied to a variable of the device
#include <cstdio>
#include <cuda_runtime.h>
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);
__constant__ double weights[32];
__device__ double f(double x) { return x * x * weights[1]; }
__global__ void own(double *y) {
  y[threadIdx.x] = __enzyme_fwddiff<double>((void *)f, y[threadIdx.x], 1.0);
}
__global__ void weigh(double *y, const double *x) {
  y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x] * weights[threadIdx.x];
}
void varying(double *y, const double *x) {
  cudaMemcpyToSymbol(weights, x, sizeof weights, 0, cudaMemcpyDeviceToDevice);
  weigh<<<1, 32>>>(y, x);
}
int main() {
  double *x, *dx, *y, *dy, values[32];
  for (double **memory : {&x, &dx, &y, &dy})
    cudaMalloc(memory, sizeof values);
  for (double &value : values)
    value = 2;
  cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
  own<<<1, 32>>>(x);
  cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpy(dy, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(dx, 0, sizeof values);
  __enzyme_autodiff<void>((void *)varying, y, dy, x, dx);
  return 0;
}
