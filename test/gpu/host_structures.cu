// Structures that are copied to devices: of floats, doubles and integers, also twice; with arrays
// and pointers, by value; arrays of pointers. And a reduction that is a template.
#include "checked.h"
#include <utility>

/// The structures are copied twice, so that adjoints meet in them.
struct Particle {
  double x, y;
  int id;
  float m;
};
constexpr int n = 16;
__global__ void force(double *e, const Particle *p, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n)
    return;
  double s = 0;
  for (int j = 0; j < n; ++j) {
    if (j == i)
      continue;
    double dx = p[i].x - p[j].x, dy = p[i].y - p[j].y;
    s += p[j].m * p[i].m / sqrt(dx * dx + dy * dy + 0.1) * (p[j].id % 2 + 1);
  }
  e[i] = s;
}
double particles(const double *x) {
  Particle h[n], *d;
  double *e, r[n], s = 0;
  for (int i = 0; i < n; ++i)
    h[i] = Particle{x[i], x[(i + 1) % n] * 2 + i, i, 1.5f};
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&e, sizeof r);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  force<<<1, 32>>>(e, d, n);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(r, e, sizeof r, cudaMemcpyDeviceToHost);
  for (double v : r)
    s += v * v;
  force<<<2, 16>>>(e, d, n);
  cudaMemcpy(r, e, sizeof r, cudaMemcpyDeviceToHost);
  for (double v : r)
    s += sin(v);
  cudaFree(d);
  cudaFree(e);
  return s;
}
struct Lattice {
  double w[3];
  int off[3];
  double *in, *out;
};
__global__ void conv(Lattice l, int n) {
  int i = threadIdx.x;
  if (i < n) {
    double s = 0;
    for (int k = 0; k < 3; ++k)
      s += l.w[k] * l.in[(i + l.off[k] + n) % n];
    l.out[i] = s * s;
  }
}
double lattice(const double *x) {
  double *d, h[n], s = 0;
  cudaMalloc(&d, 2 * sizeof h);
  cudaMemcpy(d, x, sizeof h, cudaMemcpyHostToDevice);
  Lattice l{{x[0], x[1], x[2] * 2}, {-1, 0, 1}, d, d + n};
  for (int t = 0; t < 3; ++t) {
    conv<<<1, 32>>>(l, n);
    std::swap(l.in, l.out);
    l.w[1] *= x[3];
  }
  cudaMemcpy(h, l.in, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    s += h[i] * (i % 3 + 1);
  cudaFree(d);
  return s;
}
__global__ void viaPointers(double *y, double *const *layers, int count, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  double v = y[i];
  for (int k = 0; k < count; ++k)
    v = tanh(v * layers[k][i] + layers[k][(i + 1) % n]);
  y[i] = v;
}
double pointers(const double *x) {
  double *l[3], **dl, *y, h[n], s = 0;
  cudaMalloc(&dl, sizeof l);
  cudaMalloc(&y, sizeof h);
  for (int k = 0; k < 3; ++k) {
    cudaMalloc(&l[k], sizeof h);
    cudaMemcpy(l[k], x, sizeof h, cudaMemcpyHostToDevice);
  }
  cudaMemcpy(dl, l, sizeof l, cudaMemcpyHostToDevice);
  cudaMemcpy(y, x, sizeof h, cudaMemcpyHostToDevice);
  viaPointers<<<1, n>>>(y, dl, 3, n);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    s += h[i] * (i % 3 + 1);
  for (int k = 0; k < 3; ++k)
    cudaFree(l[k]);
  cudaFree(dl);
  cudaFree(y);
  return s;
}
template <int B> __global__ void reduceT(double *out, const double *in, int n) {
  __shared__ double s[B];
  int t = threadIdx.x;
  double v = 0;
  for (int i = blockIdx.x * B + t; i < n; i += B * gridDim.x)
    v += in[i] * in[i] * in[i];
  s[t] = v;
  __syncthreads();
  if (B >= 64) {
    if (t < 32)
      s[t] += s[t + 32];
    __syncthreads();
  }
  if (t < 32) {
    v = s[t];
    for (int o = 16; o; o >>= 1)
      v += __shfl_down_sync(~0u, v, o);
    if (t == 0)
      out[blockIdx.x] = v;
  }
}
double reductions(const double *x) {
  double *d, *o, h[2];
  cudaMalloc(&d, n * 8);
  cudaMalloc(&o, 16);
  cudaMemcpy(d, x, n * 8, cudaMemcpyHostToDevice);
  reduceT<64><<<2, 64>>>(o, d, n);
  cudaMemcpy(h, o, 16, cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(o);
  return h[0] * h[1] + sin(h[0]);
}

int main() {
  CHECK(particles);
  CHECK(lattice);
  CHECK(pointers);
  CHECK(reductions);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
