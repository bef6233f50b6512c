// Without memory of the launch (-enzyme-without=slots) what a loop keeps lies on the device's heap,
// which has no room here.
//! flags: -mllvm -enzyme-without=slots
//! status: 86
//! says: enzyme: in the derivative of 'recurrence(double*, int)': no memory for what it keeps
#include <cuda_runtime.h>
extern "C" {
extern int enzyme_const;
}
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);

__global__ void recurrence(double *x, int count) {
  double s = *x;
  for (int i = 0; i < count; ++i)
    s = sin(s) * s;
  *x = s;
}
void launch(double *x, int count) { recurrence<<<1, 1>>>(x, count); }
int main() {
  double *x;
  cudaMalloc(&x, 2 * sizeof(double));
  cudaMemset(x, 0, 2 * sizeof(double));
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 0);
  __enzyme_autodiff<void>((void *)launch, x, x + 1, enzyme_const, 9);
  return cudaDeviceSynchronize() != cudaSuccess;
}
