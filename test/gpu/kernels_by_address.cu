// Kernels launched by their address, from a table, as arguments of a function template, by a
// pointer that the data chooses: with numbers and structures by value, constants and variables of
// the device. Compared as checked.h says.
#include "checked.h"
constexpr int n = 12;
__constant__ double weights[3];
__device__ double state;
struct Small {
  double a, b;
};
struct Big {
  double v[4];
  int k;
  const double *p;
};
__global__ void k1(double *y, double a, Small s, Big b) {
  int i = threadIdx.x;
  y[i] += a * s.a * weights[i % 3] + s.b * b.v[i % 4] * b.p[i];
  if (i == 0)
    state += a;
}
__global__ void k2(double *y, double a, Small s, Big b) {
  int i = threadIdx.x;
  y[i] = y[i] * a + sin(s.a) * b.p[(i + 1) % 12] * b.v[b.k] + state * weights[1];
}
using K = void(double *, double, Small, Big);
K *const table[2] = {k1, k2};
double viaTable(const double *x) {
  double *in, *out, y[n], sum = 0, zero = 0;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  cudaMemset(out, 0, n * sizeof(double));
  cudaMemcpyToSymbol(weights, x, 3 * sizeof(double));
  cudaMemcpyToSymbol(state, &zero, sizeof(double));
  cudaMemcpy(in, x, n * sizeof(double), cudaMemcpyHostToDevice);
  for (int i = 0; i < 4; ++i) {
    Big b{{x[0], x[i], x[2] * x[1], 1}, 2, in};
    table[i % 2]<<<1, n>>>(out, x[i] * 2, Small{x[i + 1], x[3]}, b);
  }
  cudaMemcpy(y, out, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 4);
  return sum;
}
template <typename F, typename... A> void launch(F f, int t, A... a) { f<<<1, t>>>(a...); }
double viaArgument(const double *x) {
  double *in, *out, y[n], sum = 0, zero = 0;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  cudaMemset(out, 0, n * sizeof(double));
  cudaMemcpyToSymbol(weights, x, 3 * sizeof(double));
  cudaMemcpyToSymbol(state, &zero, sizeof(double));
  cudaMemcpy(in, x, n * sizeof(double), cudaMemcpyHostToDevice);
  for (int i = 0; i < 4; ++i) {
    Big b{{x[0], x[i], x[2] * x[1], 1}, 2, in};
    launch(k1, n, out, x[i] * 2, Small{x[i + 1], x[3]}, b);
    if (x[i] > 0)
      launch(k2, n - 3, out, x[i] * 2, Small{x[i + 1], x[3]}, b);
    K *pick = x[i] > .5 ? k1 : k2;
    pick<<<1, n>>>(out, x[i], Small{x[i + 2], x[3]}, b);
  }
  cudaMemcpy(y, out, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 4);
  return sum;
}
int main() {
  CHECK(viaTable);
  CHECK(viaArgument);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
