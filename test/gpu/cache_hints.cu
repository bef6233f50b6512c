// Loads and stores that say how long a cache shall hold what they touch (__ldcg, __stwt and their
// kin), which the headers have as assembly: of floats and doubles, alone, in twos and fours, beside
// integers. They are loads and stores like others.
//! languages: cuda
#include "checked.h"

constexpr int n = 64;

/// Assembly that says nothing of memory, as programs write it.
__device__ double cached(const double *at) {
  double v;
  asm("ld.global.ca.f64 %0, [%1];" : "=d"(v) : "l"(at));
  return v;
}
__device__ float4 cached(const float4 *at) {
  float4 v;
  asm("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
      : "l"(at));
  return v;
}
/// Headers of clang have only __stwt of them.
__device__ void keep(double *at, double v) {
  asm("st.global.cg.f64 [%0], %1;" ::"l"(at), "d"(v) : "memory");
}
__device__ void keep(double2 *at, double2 v) {
  asm("st.global.cg.v2.f64 [%0], {%1,%2};" ::"l"(at), "d"(v.x), "d"(v.y) : "memory");
}
__device__ void stream(double *at, double v) {
  asm volatile("st.global.cs.f64 [%0], %1;" ::"l"(at), "d"(v) : "memory");
}
__device__ void stream(float4 *at, float4 v) {
  asm("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(at), "f"(v.x), "f"(v.y), "f"(v.z),
      "f"(v.w)
      : "memory");
}

__global__ void scalars(double *y, const double *x, const float *f, const int *permuted) {
  int i = threadIdx.x;
  double a = __ldg(&x[i]) * __ldcg(&x[__ldcg(&permuted[i])]);
  double b = cached(&x[i]) + __ldcs(&f[i]) * __ldcv(&x[(i + 1) % n]);
  stream(&y[i], a * b);
  __stwt(&y[n + i], a + b * b);
}
__global__ void vectors(double2 *y, float4 *z, const double2 *x, const float4 *f) {
  int i = threadIdx.x;
  double2 v = __ldcs(&x[i]), w = __ldcg(&x[(i + 3) % (n / 2)]);
  keep(&y[i], double2{v.x * w.y, v.y * v.y});
  if (i < n / 4) {
    float4 g = cached(&f[i]);
    stream(&z[i], float4{g.x * g.y, g.z * g.w, g.x, g.w * g.w});
  }
}
/// What is read is overwritten before the way back.
__global__ void inPlace(double *x) {
  double before = __ldcg(&x[threadIdx.x]);
  keep(&x[threadIdx.x], before * before * before);
}

struct Arrays {
  double *x, *y;
  float *f, *z;
  int *permuted;
};
Arrays onDevice(const double *x) {
  Arrays arrays;
  float f[n];
  int permuted[n];
  for (int i = 0; i < n; ++i) {
    f[i] = (float)(x[i] * x[i]);
    permuted[i] = i * 5 % n;
  }
  cudaMalloc(&arrays.x, n * sizeof(double));
  cudaMalloc(&arrays.y, 2 * n * sizeof(double));
  cudaMalloc(&arrays.f, n * sizeof(float));
  cudaMalloc(&arrays.z, n * sizeof(float));
  cudaMalloc(&arrays.permuted, n * sizeof(int));
  cudaMemcpy(arrays.x, x, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(arrays.f, f, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(arrays.permuted, permuted, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(arrays.y, 0, 2 * n * sizeof(double));
  return arrays;
}
double measured(Arrays arrays, bool hasFloats) {
  double x[n], y[2 * n], sum = 0;
  float z[n];
  cudaMemcpy(x, arrays.x, sizeof x, cudaMemcpyDeviceToHost);
  cudaMemcpy(y, arrays.y, sizeof y, cudaMemcpyDeviceToHost);
  cudaMemcpy(z, hasFloats ? arrays.z : arrays.f, sizeof z, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    sum += (x[i] * x[i] + y[i] * y[i] + y[n + i] + z[i] * z[i]) * (1 + i % 5);
  cudaFree(arrays.x);
  cudaFree(arrays.y);
  cudaFree(arrays.f);
  cudaFree(arrays.z);
  cudaFree(arrays.permuted);
  return sum;
}

double byScalars(const double *x) {
  Arrays arrays = onDevice(x);
  scalars<<<1, n>>>(arrays.y, arrays.x, arrays.f, arrays.permuted);
  return measured(arrays, false);
}
double byVectors(const double *x) {
  Arrays arrays = onDevice(x);
  vectors<<<1, n / 2>>>((double2 *)arrays.y, (float4 *)arrays.z, (const double2 *)arrays.x,
                        (const float4 *)arrays.f);
  return measured(arrays, true);
}
double byOverwriting(const double *x) {
  Arrays arrays = onDevice(x);
  inPlace<<<1, n>>>(arrays.x);
  return measured(arrays, false);
}

int main() {
  CHECK(byScalars);
  CHECK(byVectors);
  CHECK(byOverwriting);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
