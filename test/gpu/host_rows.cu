// Derivatives of host functions with memory of rows that lie apart: allocated, copied, filled; and
// with copies between devices. Prints the number of differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> R __enzyme_fwddiff(void *, A...);

constexpr int width = 7, height = 9, n = width * height;
int differences;

#define CHECK(CALL)                                                                                \
  if (cudaError_t error = CALL; error != cudaSuccess)                                              \
  std::printf("%s: %s\n", #CALL, cudaGetErrorString(error)), ++differences

template <typename T> __global__ void square(T *memory, size_t pitch) {
  T *row = (T *)((char *)memory + blockIdx.x * pitch);
  row[threadIdx.x] = row[threadIdx.x] * row[threadIdx.x] + (threadIdx.x ? row[0] : 0);
}

template <typename T> double rows(const T *x) {
  void *memory, *other;
  size_t pitch;
  T y[n];
  constexpr size_t bytes = width * sizeof(T);
  CHECK(cudaMallocPitch(&memory, &pitch, bytes, height));
  CHECK(cudaMalloc(&other, pitch * height));
  if (pitch < bytes)
    ++differences;
  CHECK(cudaMemcpy2D(memory, pitch, x, bytes, bytes, height, cudaMemcpyHostToDevice));
  square<<<height, 1>>>((T *)memory, pitch);
  CHECK(cudaMemcpyPeer(other, 0, memory, 0, pitch * height));
  CHECK(cudaMemset2D((char *)memory + 2 * pitch, pitch, 0, 3 * sizeof(T), 4));
  square<<<height, 1>>>((T *)memory, pitch);
  CHECK(cudaMemcpy2D(y, bytes, memory, pitch, bytes, height, cudaMemcpyDeviceToHost));
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += double(y[i]) * (1 + i % 3);
  CHECK(cudaMemcpy2D(y, bytes, other, pitch, bytes, height, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    sum += double(y[i]) * y[i];
  CHECK(cudaFree(memory));
  CHECK(cudaFree(other));
  return sum;
}
double ofDoubles(const double *x) { return rows(x); }
double ofFloats(const float *x) { return rows(x); }

void compare(const char *what, double found, double wanted, double tolerance) {
  if (std::fabs(found - wanted) <= tolerance * (1 + std::fabs(wanted)))
    return;
  ++differences;
  std::printf("%s: %.15g for %.15g\n", what, found, wanted);
}

int main() {
  double x[n], v[n], up[n], down[n], h = 1e-6, ofX[n] = {};
  float single[n], singleV[n], ofSingle[n] = {};
  for (int i = 0; i < n; ++i) {
    x[i] = single[i] = float(.5 + .01 * i), v[i] = singleV[i] = std::cos(float(i));
    up[i] = x[i] + h * v[i], down[i] = x[i] - h * v[i];
  }
  double tangent = __enzyme_fwddiff<double>((void *)ofDoubles, x, v);
  compare("forward", tangent, (rows(up) - rows(down)) / (2 * h), 1e-6);
  compare("forward, floats", __enzyme_fwddiff<double>((void *)ofFloats, single, singleV), tangent,
          1e-5);
  __enzyme_autodiff<void>((void *)ofDoubles, x, ofX);
  __enzyme_autodiff<void>((void *)ofFloats, single, ofSingle);
  double dot = 0, dotOfFloats = 0;
  for (int i = 0; i < n; ++i)
    dot += ofX[i] * v[i], dotOfFloats += ofSingle[i] * v[i];
  compare("reverse", dot, tangent, 1e-12);
  compare("reverse, floats", dotOfFloats, tangent, 1e-5);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
