// What host functions hand to kernels: structures by value, indices, sums over all threads, managed
// and pinned memory, templates and static kernels, and loops whose length only the run knows.
// Tangents are compared with differences, gradients with tangents. Prints the number of
// differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern int enzyme_dup, enzyme_const, enzyme_out;
}
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> R __enzyme_fwddiff(void *, A...);
template <typename R, typename... A> R __enzyme_augmentfwd(void *, A...);
template <typename R, typename... A> R __enzyme_reverse(void *, A...);

constexpr int n = 70, block = 32, blocks = (n + block - 1) / block;
constexpr size_t bytes = n * sizeof(double);
int differences;

struct View {
  double *data;
  int n, stride;
};
struct Range {
  double *from, *to, *more;
  int n;
};

__device__ int thread() { return threadIdx.x + blockIdx.x * blockDim.x; }

/// A structure of two registers, and one in memory.
__global__ void fill(View view, Range range, double a) {
  int i = thread();
  if (i >= view.n)
    return;
  range.to[i] = view.data[i] * view.data[(i + view.stride) % view.n] * a;
  range.more[i] = range.from[i] + sin(range.to[i]);
}

namespace {
/// Sums that all threads take, through indices.
__global__ void gather(double *sum, const double *x, const int *index, int n) {
  int i = thread();
  if (i < n)
    atomicAdd(sum, x[index[i]] * x[i]);
}
} // namespace

/// The number of rounds is known in the run alone.
template <typename T> __global__ void rounds(T *x, T factor, const int *count, int n) {
  int i = thread();
  if (i >= n)
    return;
  T value = x[i];
  for (int k = 0; k < count[i]; ++k)
    value = value * value * factor + x[i];
  x[i] = value;
}

double structures(const double *x, double a) {
  double *memory, result[2 * n], sum = 0;
  cudaMalloc(&memory, 3 * bytes);
  cudaMemcpy(memory, x, bytes, cudaMemcpyHostToDevice);
  fill<<<blocks, block>>>({memory, n, 7}, {memory, memory + n, memory + 2 * n, n}, a);
  cudaMemcpy(result, memory + n, 2 * bytes, cudaMemcpyDeviceToHost);
  cudaFree(memory);
  for (int i = 0; i < 2 * n; ++i)
    sum += result[i] * (i % 7);
  return sum;
}

double indices(const double *x, double a) {
  double *d, *sum, result;
  int *index, onHost[n];
  for (int i = 0; i < n; ++i)
    onHost[i] = (i * i) % n;
  cudaMalloc(&d, bytes);
  cudaMalloc(&index, sizeof onHost);
  cudaMalloc(&sum, sizeof(double));
  cudaMemset(sum, 0, sizeof(double));
  cudaMemcpy(d, x, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(index, onHost, sizeof onHost, cudaMemcpyHostToDevice);
  gather<<<blocks, block>>>(sum, d, index, n);
  cudaMemcpy(&result, sum, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(sum);
  cudaFree(index);
  return result * a;
}

double managed(const double *x, double a) {
  float *memory;
  int *count;
  double sum = 0;
  cudaMallocManaged(&memory, n * sizeof(float));
  cudaMallocManaged(&count, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    memory[i] = float(x[i]);
    count[i] = i % 4;
  }
  rounds<float><<<blocks, block>>>(memory, float(a) / 8, count, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i)
    sum += double(memory[i]) * memory[i];
  cudaFree(memory);
  cudaFree(count);
  return sum;
}

double pinned(const double *x, double a) {
  double *onHost, *d, sum = 0;
  int *count, counts[n];
  cudaMallocHost((void **)&onHost, bytes);
  cudaMallocAsync((void **)&d, bytes, 0);
  cudaMalloc(&count, sizeof counts);
  for (int i = 0; i < n; ++i) {
    onHost[i] = x[i] * a;
    counts[i] = i % 9;
  }
  cudaMemcpyAsync(d, onHost, bytes, cudaMemcpyHostToDevice, 0);
  cudaMemcpyAsync(count, counts, sizeof counts, cudaMemcpyHostToDevice, 0);
  rounds<double><<<blocks, block>>>(d, a / 8, count, n);
  cudaMemcpyAsync(onHost, d, bytes, cudaMemcpyDeviceToHost, 0);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i)
    sum += onHost[i] * x[n - 1 - i];
  cudaFreeHost(onHost);
  cudaFreeAsync(d, 0);
  cudaFree(count);
  return sum;
}

/// Tables of floats and doubles, of which rows are copied there and back, at other distances.
template <typename T> double rows(const double *x, double a, cudaStream_t stream) {
  constexpr int height = 10, width = 5, wide = 7, wider = 11;
  T *d, onHost[height][wide], back[height][width] = {};
  int *count, counts[height * wider];
  double sum = 0;
  for (int i = 0; i < height * wide; ++i)
    onHost[i / wide][i % wide] = T(x[i] * a);
  for (int i = 0; i < height * wider; ++i)
    counts[i] = i % 3;
  cudaMalloc(&d, height * wider * sizeof(T));
  cudaMalloc(&count, sizeof counts);
  cudaMemset(d, 0, height * wider * sizeof(T));
  cudaMemcpy(count, counts, sizeof counts, cudaMemcpyHostToDevice);
  cudaMemcpy2D(d, wider * sizeof(T), onHost, sizeof onHost[0], width * sizeof(T), height,
               cudaMemcpyHostToDevice);
  rounds<T><<<blocks, block>>>(d, T(a) / 8, count, n);
  cudaMemcpy2DAsync(back, sizeof back[0], d + 1, wider * sizeof(T), (width - 1) * sizeof(T),
                    height - 1, cudaMemcpyDeviceToHost, stream);
  cudaDeviceSynchronize();
  for (int i = 0; i < height * width; ++i)
    sum += double(back[i / width][i % width]) * back[i / width][i % width] * (i % 4);
  cudaFree(d);
  cudaFree(count);
  return sum;
}
double rowsOfDoubles(const double *x, double a) { return rows<double>(x, a, 0); }
double rowsOfFloats(const double *x, double a) { return rows<float>(x, a, 0); }

void compare(const char *what, double found, double wanted, double tolerance) {
  if (std::fabs(found - wanted) <= tolerance * (1 + std::fabs(wanted)))
    return;
  ++differences;
  std::printf("%s: %.15g for %.15g\n", what, found, wanted);
}

struct Halves {
  void *tape;
  double value;
};

#define TEST(F, TOLERANCE)                                                                         \
  {                                                                                                \
    double tangent = __enzyme_fwddiff<double>((void *)F, enzyme_dup, x, t, enzyme_dup, a, da);     \
    compare(#F " forward", tangent, (F(up, a + h * da) - F(down, a - h * da)) / (2 * h),           \
            TOLERANCE);                                                                            \
    double adjoint[n] = {}, again[n] = {};                                                         \
    double aBar = __enzyme_autodiff<double>((void *)F, enzyme_dup, x, adjoint, enzyme_out, a);     \
    double dot = aBar * da;                                                                        \
    for (int i = 0; i < n; ++i)                                                                    \
      dot += adjoint[i] * t[i];                                                                    \
    compare(#F " reverse", dot, tangent, TOLERANCE * TOLERANCE);                                   \
    Halves halves = __enzyme_augmentfwd<Halves>((void *)F, enzyme_dup, x, again, enzyme_out, a);   \
    compare(#F " value", halves.value, F(x, a), 1e-12);                                            \
    double aAgain =                                                                                \
        __enzyme_reverse<double>((void *)F, enzyme_dup, x, again, enzyme_out, a, 2., halves.tape); \
    compare(#F " halves, number", aAgain, 2 * aBar, 1e-12);                                        \
    for (int i = 0; i < n; ++i)                                                                    \
      compare(#F " halves", again[i], 2 * adjoint[i], 1e-12);                                      \
  }

int main() {
  double x[n], t[n], up[n], down[n], a = 1.5, da = .75, h = 1e-6;
  for (int i = 0; i < n; ++i) {
    x[i] = .3 + i * .01;
    t[i] = std::cos(i);
    up[i] = x[i] + h * t[i];
    down[i] = x[i] - h * t[i];
  }
  TEST(structures, 1e-6)
  TEST(indices, 1e-6)
  TEST(pinned, 1e-6)
  TEST(rowsOfDoubles, 1e-6)
  h = 1e-2;
  for (int i = 0; i < n; ++i) {
    up[i] = x[i] + h * t[i];
    down[i] = x[i] - h * t[i];
  }
  TEST(managed, 2e-3)
  TEST(rowsOfFloats, 2e-3)
  std::printf("%d differences\n", differences);
  return differences != 0;
}
