// Constants may be copied to variables of the device. Numbers that vary may not: a derivative says
// so and stops, since kernels' derivatives take such variables as constants.
//! status: 1
//! says: right so far
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern int enzyme_dup;
}
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);

__constant__ double weights[32];
__global__ void weigh(double *y, const double *x) {
  y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x] * weights[threadIdx.x];
}

void constant(double *y, const double *x) {
  double onHost[32];
  for (int i = 0; i < 32; ++i)
    onHost[i] = i;
  cudaMemcpyToSymbol(weights, onHost, sizeof onHost);
  weigh<<<1, 32>>>(y, x);
}
void varying(double *y, const double *x) {
  cudaMemcpyToSymbol(weights, x, sizeof weights, 0, cudaMemcpyDeviceToDevice);
  weigh<<<1, 32>>>(y, x);
}

int main() {
  double *x, *dx, *y, *dy, values[32], adjoints[32];
  for (double **memory : {&x, &dx, &y, &dy})
    cudaMalloc(memory, sizeof values);
  for (double &value : values)
    value = 2;
  cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemcpy(dy, values, sizeof values, cudaMemcpyHostToDevice);
  cudaMemset(dx, 0, sizeof values);
  __enzyme_autodiff<void>((void *)constant, y, dy, x, dx);
  cudaMemcpy(adjoints, dx, sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i)
    if (adjoints[i] != 2 * 2 * 2 * i)
      return 2;
  std::printf("right so far\n");
  std::fflush(stdout);
  __enzyme_autodiff<void>((void *)varying, y, dy, x, dx);
  return 0;
}
