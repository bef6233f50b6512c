// Kernels that keep values in loops, launched by host functions of which derivatives are asked:
// what a thread keeps lies in memory of the launch where the host can tell how much it is, also
// where that follows from the thread's number, and on the device's heap where it cannot. The heap
// of those kernels that need none has no room. Compared as checked.h says.
#include "checked.h"

constexpr int n = 48, threads = 192;

template <typename Kernel> double launched(const double *x, Kernel kernel) {
  double *in, *out, y[threads], sum = 0;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, threads * sizeof(double));
  cudaMemcpy(in, x, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, threads * sizeof(double));
  kernel(out, in);
  cudaMemcpy(y, out, threads * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < threads; ++i)
    sum += y[i] * y[i] * (1 + i % 5) / threads;
  return sum;
}
__device__ int self() { return threadIdx.x + blockIdx.x * blockDim.x; }

/// As many iterations as a parameter says, or a member of one.
__global__ void recurrence(double *y, const double *x, int count) {
  double s = x[self() % n];
  for (int i = 0; i < count; ++i)
    s = sin(s) * x[(self() + i) % n] + .1 * s * s;
  y[self()] = s;
}
struct Extent {
  double factor;
  int rows, columns;
};
/// One loop in another, numbers of two sizes and choices among what is kept.
__global__ void nested(double *y, const double *x, Extent extent) {
  double sum = 0;
  float single = (float)x[self() % n];
  for (int i = 0; i < extent.rows; ++i) {
    double s = x[(self() + i) % n];
    for (int j = 0; j < extent.columns; ++j) {
      if (s > .4) // both are .4 there
        s = .4 + sin(s - .4) * extent.factor;
      else
        s = s + .3 * (s - .4) * s;
      single = sinf(single) + .25f * single * single;
    }
    sum += s * single;
  }
  y[self()] = sum;
}
/// Iterations of a known number, and none at all for some threads.
__global__ void fixed(double *y, const double *x, int first) {
  double s = x[self() % n];
  if (self() >= first)
    for (int i = 0; i < 20; ++i)
      s = s * cos(s) + .2;
  y[self()] = s;
}
/// Each thread another number: a grid's stride, and the thread's own number.
__global__ void strided(double *y, const double *x, int count) {
  double sum = 1;
  for (int i = self(); i < count; i += gridDim.x * blockDim.x)
    sum = sin(sum + x[i % n]) * x[(i * 3) % n];
  for (int i = 0; i < threadIdx.x % 7; ++i)
    sum = sum * sum + .3;
  y[self()] = sum;
}
/// What only the run knows: the heap has it, for some threads or all.
__global__ void untilSmall(double *y, const double *x, int count) {
  double s = 1 + x[self() % n];
  while (s > .1)
    s = s * cos(.5 * s) * .9;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < i; ++j)
      s = sin(s) + x[j] * .1;
  y[self()] = s;
}
/// Never run, of a number that is negative.
__global__ void never(double *y, const double *x, int count) {
  double s = x[self() % n];
  if (count > 0) {
    unsigned more = count;
    for (unsigned i = 0; i < more; ++i)
      s = sin(s) * x[i % n];
  }
  y[self()] = s * s;
}

double byRecurrence(const double *x) {
  return launched(x, [](double *y, double *in) { recurrence<<<6, 32>>>(y, in, 23); });
}
double byNested(const double *x) {
  return launched(x, [&](double *y, double *in) {
    nested<<<3, 64>>>(y, in, {x[0], 5, 7});
    nested<<<3, 64>>>(y, in, {x[1], 2, 9});
  });
}
double byFixed(const double *x) {
  return launched(x, [](double *y, double *in) { fixed<<<3, 64>>>(y, in, 40); });
}
double byStride(const double *x) {
  return launched(x, [](double *y, double *in) { strided<<<2, 32>>>(y, in, 300); });
}
double byNone(const double *x) {
  return launched(x, [](double *y, double *in) { never<<<6, 32>>>(y, in, -3); });
}
double byHeap(const double *x) {
  return launched(x, [](double *y, double *in) { untilSmall<<<3, 64>>>(y, in, 6); });
}

int main() {
  CHECK(byHeap);
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 0);
  CHECK(byRecurrence);
  CHECK(byNested);
  CHECK(byFixed);
  CHECK(byStride);
  CHECK(byNone);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
