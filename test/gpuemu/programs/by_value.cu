// Structures that are handed on by value, to kernels and between functions of the device.
#include <cuda_runtime.h>
struct Large {
  double a[5];
  int n;
};
__device__ __noinline__ double sum(Large large, double more) {
  double result = more;
  for (int i = 0; i < large.n; ++i)
    result += large.a[i];
  large.n = 0;
  return result;
}
template <typename F> __device__ __noinline__ double apply(F f, double x) { return f(f(x)); }
__global__ void all(Large large, bool twice, double *out) {
  large.a[0] += threadIdx.x;
  double factor = twice ? 2 : 1;
  out[threadIdx.x] = apply([=](double x) { return factor * sum(large, x); }, 1) + large.n;
}
int main() {
  double *out, host[32];
  cudaMalloc(&out, sizeof host);
  all<<<1, 32>>>({{1, 2, 3, 4, 5}, 5}, true, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 32; ++i)
    wrong += host[i] != 2 * (2 * (16 + i) + 15 + i) + 5;
  return wrong;
}
