// Requests in kernels of every shape: one thread, blocks that warps do not divide, in two and three
// dimensions, of which some threads have nothing to do, and the others different functions. What
// all add to in one place is compared with forward mode. Prints the number of differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
extern "C" {
extern __device__ int enzyme_dup, enzyme_const, enzyme_width;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);
__device__ double f(const double *w, double x) { return w[0] * x * x + sin(w[1]) * x + w[2]; }
__device__ double g(const double *w, double x, int m) {
  double s = 0;
  for (int i = 0; i < m; ++i) {
    s += w[i % 3] * x;
    if (s > 4)
      break;
    s += s * w[0] * .1;
  }
  return s;
}
__device__ double h(const double *w, double x) {
  double part[4] = {x, w[0], x * w[1], 2};
  double *p = part + (x > 1);
  for (int k = 0; k < 3; ++k)
    p[k % 3] *= p[(k + 1) % 3];
  return part[0] + part[1] * part[2];
}
__device__ int number() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z) +
         blockDim.x * blockDim.y * blockDim.z *
             (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));
}
__device__ double at(int i) { return .3 + .07 * (i % 23); }
__global__ void ask(double *w, double *dw, double *tw, int all) {
  int i = number();
  if (i >= all)
    return;
  double x = at(i);
  if (i % 7 == 3)
    return;
  if (i % 3 == 0)
    __enzyme_autodiff<double>((void *)f, enzyme_dup, w, dw, x);
  else if (i % 3 == 1)
    __enzyme_autodiff<double>((void *)g, enzyme_dup, w, dw, x, i % 11);
  else
    for (int k = 0; k < i % 4; ++k)
      __enzyme_autodiff<double>((void *)h, enzyme_dup, w, dw, x + k);
  for (int j = 0; j < 3; ++j) {
    double v[3] = {0, 0, 0};
    v[j] = 1;
    double t = 0;
    if (i % 3 == 0)
      t = __enzyme_fwddiff<double>((void *)f, enzyme_dup, w, v, enzyme_const, x);
    else if (i % 3 == 1)
      t = __enzyme_fwddiff<double>((void *)g, enzyme_dup, w, v, enzyme_const, x, i % 11);
    else
      for (int k = 0; k < i % 4; ++k)
        t += __enzyme_fwddiff<double>((void *)h, enzyme_dup, w, v, enzyme_const, x + k);
    atomicAdd(&tw[j], t);
  }
}
int differences;
void tryShape(dim3 grid, dim3 block, int all) {
  double host[9] = {.4, .6, -.2}, *m;
  cudaMalloc(&m, sizeof host);
  cudaMemcpy(m, host, sizeof host, cudaMemcpyHostToDevice);
  ask<<<grid, block>>>(m, m + 3, m + 6, all);
  cudaMemcpy(host, m, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(m);
  for (int j = 0; j < 3; ++j)
    if (!(std::fabs(host[3 + j] - host[6 + j]) <= 1e-9 * (1 + std::fabs(host[6 + j]))))
      std::printf("%u %u: %d: %.12g for %.12g\n", grid.x, block.x, j, host[3 + j], host[6 + j]),
          ++differences;
}
int main() {
  tryShape(1, 1, 1);
  tryShape(1, 33, 33);
  tryShape(3, 65, 190);
  tryShape(dim3(2, 3), dim3(5, 7), 200);
  tryShape(dim3(2, 1, 2), dim3(3, 4, 5), 1000);
  tryShape(4, 32, 100);
  tryShape(1, 100, 3);
  tryShape(2, 64, 0);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
