// Host functions in the ways of C++: memory with owners, in vectors, streams with guards and
// events, two boards that change places, recursion, exceptions between launches, parts of arrays
// copied and cleared. Compared as checked.h says.
#include "checked.h"
#include <memory>
#include <stdexcept>
#include <vector>
constexpr int n = 24;
namespace {
__global__ __launch_bounds__(64, 2) void inNamespace(double *__restrict__ y,
                                                     const double *__restrict__ x, int m) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < m)
    y[i] = y[i] * x[i] + x[(i + 1) % m];
}
} // namespace
extern "C" __global__ void inC(double *y, const double *x, float f) {
  int i = threadIdx.x;
  y[i] += x[i] * x[i] * f;
}
struct Holder {
  static __host__ __device__ double twice(double v) { return 2 * v; }
};
template <typename T, int w> __global__ void generic(T *y, const T *x, T a, const int *index) {
  int i = threadIdx.x;
  y[index[i]] += a * x[i] * Holder::twice(x[(i + w) % n]);
}
struct Free {
  void operator()(double *p) const { cudaFree(p); }
};
using Array = std::unique_ptr<double, Free>;
Array make() {
  double *p;
  cudaMalloc(&p, n * sizeof(double));
  cudaMemset(p, 0, n * sizeof(double));
  return Array(p);
}
struct Guard {
  cudaStream_t s;
  Guard() { cudaStreamCreate(&s); }
  ~Guard() { cudaStreamDestroy(s); }
};
double read(double *p) {
  double y[n], sum = 0;
  cudaMemcpy(y, p, sizeof y, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 4);
  return sum;
}
// two streams with events, arrays swapped between
double twoStreams(const double *x) {
  Guard a, b;
  Array in = make(), u = make(), v = make();
  cudaEvent_t e, f;
  cudaEventCreate(&e);
  cudaEventCreateWithFlags(&f, cudaEventDisableTiming);
  cudaMemcpyAsync(in.get(), x, n * sizeof(double), cudaMemcpyHostToDevice, a.s);
  for (int k = 0; k < 3; ++k) {
    inC<<<1, n, 0, a.s>>>(u.get(), in.get(), 1.5f);
    cudaEventRecord(e, a.s);
    cudaStreamWaitEvent(b.s, e, 0);
    inNamespace<<<2, 13, 0, b.s>>>(v.get(), u.get(), n);
    cudaEventRecord(f, b.s);
    cudaStreamWaitEvent(a.s, f, 0);
    std::swap(u, v);
  }
  cudaStreamSynchronize(b.s);
  cudaStreamSynchronize(a.s);
  cudaEventDestroy(e);
  cudaEventDestroy(f);
  return read(u.get());
}
// recursion, index arrays, mixed
double recur(double *y, const double *in, const int *index, int depth, double a) {
  if (!depth)
    return 0;
  generic<double, 3><<<1, n>>>(y, in, a * depth, index);
  return recur(y, in, index, depth - 1, a * a) + a;
}
double recursive(const double *x) {
  Array in = make(), y = make();
  int host[n], *index;
  for (int i = 0; i < n; ++i)
    host[i] = (i * 5) % n;
  cudaMalloc(&index, sizeof host);
  cudaMemcpy(index, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(in.get(), x, n * sizeof(double), cudaMemcpyHostToDevice);
  double r = recur(y.get(), in.get(), index, 4, x[1]);
  cudaFree(index);
  return read(y.get()) * r;
}
// overlap/partial copies, memset of active memory
double pieces(const double *x) {
  Array in = make(), y = make();
  cudaMemcpy(in.get(), x, n * sizeof(double), cudaMemcpyHostToDevice);
  inC<<<1, n>>>(y.get(), in.get(), .5f);
  cudaMemcpy(y.get() + 4, y.get() + 12, 6 * sizeof(double), cudaMemcpyDeviceToDevice);
  cudaMemset(in.get() + 8, 0, 4 * sizeof(double));
  inNamespace<<<3, 8>>>(y.get(), in.get(), n);
  cudaMemcpy(in.get() + 1, x + 2, 3 * sizeof(double), cudaMemcpyHostToDevice);
  double back[2];
  cudaMemcpy(back, y.get() + 5, sizeof back, cudaMemcpyDeviceToHost);
  back[0] *= back[1];
  cudaMemcpy(y.get() + 6, back, sizeof back, cudaMemcpyHostToDevice);
  inC<<<1, n>>>(y.get(), in.get(), 2);
  return read(y.get());
}
// exceptions
double thrown(const double *x) {
  Array in = make(), y = make();
  cudaMemcpy(in.get(), x, n * sizeof(double), cudaMemcpyHostToDevice);
  double r = 1;
  for (int k = 0; k < 3; ++k)
    try {
      inC<<<1, n>>>(y.get(), in.get(), k + 1);
      if (k == 1)
        throw std::runtime_error("stop");
      inNamespace<<<1, n>>>(y.get(), in.get(), n - k);
    } catch (const std::runtime_error &) {
      r *= x[k];
    }
  return read(y.get()) * r;
}
// vector of arrays, freed in loops
double many(const double *x) {
  std::vector<Array> all;
  for (int k = 0; k < 4; ++k) {
    all.push_back(make());
    if (k == 0)
      cudaMemcpy(all[0].get(), x, n * sizeof(double), cudaMemcpyHostToDevice);
    else {
      inC<<<1, n>>>(all[k].get(), all[k - 1].get(), 1.f / k);
      inNamespace<<<1, n>>>(all[k].get(), all[0].get(), n);
    }
    if (k == 2)
      all[1].reset();
  }
  return read(all[3].get()) + read(all[2].get());
}
// pinned, managed
double managed(const double *x) {
  double *m, *p;
  cudaMallocManaged(&m, 2 * n * sizeof(double));
  cudaMallocHost(&p, n * sizeof(double));
  for (int i = 0; i < n; ++i)
    m[i] = x[i] * x[0], m[n + i] = x[n - 1 - i];
  inNamespace<<<1, n>>>(m, m + n, n);
  cudaDeviceSynchronize();
  m[3] *= m[4];
  inC<<<1, n>>>(m + n, m, 1);
  cudaMemcpy(p, m + n, n * sizeof(double), cudaMemcpyDefault);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i] * p[i];
  cudaFree(m);
  cudaFreeHost(p);
  return s;
}
int main() {
  CHECK(twoStreams);
  CHECK(recursive);
  CHECK(pieces);
  CHECK(thrown);
  CHECK(many);
  CHECK(managed);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
