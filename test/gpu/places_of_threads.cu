// Places of arrays that are one thread's alone, where adjoints need no atomic sums, and those that
// only look so: arrays that are passed twice, parts that overlap, stencils, launches with a second
// direction, steps that are not the number of threads, rows that run into each other, columns of
// rows that are shorter than the launch, or so long that numbers wrap around. Gradients of the
// host's function against its tangents. Prints the number of differences.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> R __enzyme_fwddiff(void *, A...);

#define CHECK(call)                                                                                \
  if (cudaError_t error = call; error != cudaSuccess) {                                            \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error));                                     \
    std::exit(1);                                                                                  \
  }

#define IN_ROW int i = threadIdx.x + blockIdx.x * blockDim.x
__global__ void single(double *y, const double *x, double a, int n) {
  IN_ROW;
  if (i < n)
    y[i] = a * x[i] * x[i];
}
__global__ void both(double *y, const double *x, const double *w, int n) {
  IN_ROW;
  if (i < n)
    y[i] = x[i] * w[i];
}
__global__ void unguarded(double *y, const double *x) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] * x[i];
}
__global__ void stencil(double *y, const double *x, int n) {
  IN_ROW;
  if (i > 0 && i < n - 1)
    y[i] = x[i - 1] * x[i] * x[i + 1];
}
__global__ void rounds(double *y, const double *x, const double *w, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = x[i] * w[i] * w[i];
}
/// Blocks go over the same places. What they write is their own.
__global__ void shortSteps(double *y, const double *x, int n) {
  double sum = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x)
    sum += x[i] * x[i];
  IN_ROW;
  y[i] = sum;
}
/// Steps of another direction's threads: all go over the same places.
__global__ void stepsAcross(double *y, const double *x, int n) {
  IN_ROW;
  double sum = 0;
  for (int k = i; k < n; k += blockDim.y * gridDim.y)
    sum += x[k] * x[k];
  y[i] = sum;
}
__global__ void inBlock(double *y, const double *x) {
  y[threadIdx.x + blockIdx.x * blockDim.x] = x[threadIdx.x] * x[threadIdx.x];
}
__global__ void matrix(double *y, const double *x, int w, int h) {
  int i = threadIdx.x + blockIdx.x * blockDim.x, j = threadIdx.y + blockIdx.y * blockDim.y;
  if (i < w && j < h)
    y[j * w + i] = x[j * w + i] * x[j * w + i];
}
__global__ void volume(double *y, const double *x, int w, int h, int d) {
  int i = threadIdx.x + blockIdx.x * blockDim.x, j = threadIdx.y, k = blockIdx.z;
  if (i >= w || j >= h || k >= d)
    return;
  int at = (k * h + j) * w + i;
  y[at] = x[at] * x[at];
}
/// Rows may be shorter than the launch is wide.
__global__ void rowsThatMeet(double *y, const double *x, int w, int pitch) {
  int i = threadIdx.x + blockIdx.x * blockDim.x, j = threadIdx.y + blockIdx.y * blockDim.y;
  y[j * pitch + i] = x[j * w + i] * x[j * w + i];
}
struct Place {
  double factor;
  long n;
  double *none;
};
__global__ void byStructure(double *y, const double *x, Place place) {
  IN_ROW;
  if (i < place.n)
    y[i] = place.factor * x[i] * x[i];
}
struct Three {
  double a, b, c;
};
__global__ void structures(double *y, const Three *x, int n) {
  IN_ROW;
  if (i < n)
    y[i] = x[i].a * x[i].b * x[i].c;
}
__global__ void overlapping(double *y, const double *x, int n) {
  IN_ROW;
  if (i < n)
    y[i] = x[3 * i] * x[3 * i + 1] * x[3 * i + 3];
}
__global__ void rows(double *y, const double *x, int m, int last) {
  IN_ROW;
  double sum = 0;
  for (int k = 0; k < last; ++k)
    sum += x[i * m + k] * x[i * m + k];
  y[i] = sum;
}
__global__ void inColumns(double *y, const double *x, int n) {
  IN_ROW;
  y[n * threadIdx.y + i] = x[i] * x[i] * (1 + threadIdx.y);
}
/// Rows as wide as the launch, of which each goes on in the next.
__global__ void rowsThatGoOn(double *y, const double *x, int n) {
  int width = blockDim.x * gridDim.x, j = threadIdx.y;
  double sum = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += width)
    sum += x[j * width + i] * x[j * width + i];
  y[j * width + threadIdx.x + blockIdx.x * blockDim.x] = sum;
}
__global__ void narrow(double *y, const double *x, int n) {
  IN_ROW;
  if (i < n)
    y[i] = x[(unsigned char)(i * 16)] + x[i / 2] * x[i % 7] * x[i & 15];
}
/// What others have written, behind a barrier.
__global__ void exchanged(double *y, double *x) {
  int i = threadIdx.x;
  double own = x[i];
  __syncthreads();
  x[blockDim.x - 1 - i] = own * own;
  __syncthreads();
  y[i] = x[i] * own;
}
/// Columns: with rows shorter than there are threads, these meet.
__global__ void columns(double *y, const double *x, const double *w, int n, int m) {
  IN_ROW;
  double sum = x[i]; // of the first row
  for (int k = 0; k < m; ++k)
    sum += x[k * n + i] * w[(k + 1) * n + i];
  y[i] = sum * w[n + i];
}
__global__ void guardedColumns(double *y, const double *x, size_t n, size_t m) {
  size_t i = threadIdx.x + blockIdx.x * size_t(blockDim.x);
  for (size_t k = 0; i < n && k < m; ++k)
    y[i] += x[k * n + i] * x[k * n + i];
}
/// 2 * n wraps around: the second row begins in the first.
__global__ void wrappedColumns(double *y, const double *x, unsigned n) {
  unsigned i = threadIdx.x;
  double sum = 0;
  for (unsigned k = 0; k < 2; ++k)
    sum += x[2 * k * n + i] * x[2 * k * n + i];
  y[i] = sum;
}
__global__ void twoLengths(double *y, const double *x, int n, int m) {
  IN_ROW;
  y[i] = x[n + i] * x[m + i];
}
/// Two threads in each row.
__global__ void halvedRows(double *y, const double *x, int n) {
  IN_ROW;
  y[threadIdx.y * n + i] = x[threadIdx.y / 2 * n + i] * x[threadIdx.y / 2 * n + i];
}
struct Field {
  double factor;
  const double *x, *w;
  int n, m;
};
__global__ void columnsOfField(double *y, Field f) {
  IN_ROW;
  for (int k = 0; i < f.n && k < f.m; ++k)
    y[i] += f.factor * f.x[k * f.n + i] * f.w[k * f.n + i] * f.w[k * f.n + i];
}

constexpr int size = 96, total = 2 * size;
static void launch(double *y, double *x, double *w, double a, int which) {
  switch (which) {
  case 0:
    return single<<<2, 64>>>(y, x, a, size - 1);
  case 1:
    return both<<<3, 32>>>(y, x, w, size - 1);
  case 2:
    return both<<<3, 32>>>(y, x, x, size);
  case 3:
    return both<<<3, 32>>>(y, x, x + 1, size);
  case 4:
    return unguarded<<<3, 32>>>(y, x);
  case 5:
    return stencil<<<3, 32>>>(y, x, size);
  case 6:
    return rounds<<<1, 32>>>(y, x, w, size - 5);
  case 7:
    return rounds<<<2, 16>>>(y, x, x + 32, size);
  case 8:
    return shortSteps<<<2, 32>>>(y, x, size);
  case 9:
    return inBlock<<<3, 32>>>(y, x);
  case 10:
    return matrix<<<dim3(2, 3), dim3(8, 2)>>>(y, x, 13, 5);
  case 11:
    return rowsThatMeet<<<dim3(2, 2), dim3(8, 2)>>>(y, x, 10, 16);
  case 12:
    return structures<<<1, 32>>>(y, (const Three *)x, 32);
  case 13:
    return overlapping<<<1, 32>>>(y, x, 31);
  case 14:
    return rows<<<2, 8>>>(y, x, 6, 6);
  case 15:
    return rows<<<2, 8>>>(y, x, 5, 6);
  case 16:
    return narrow<<<3, 32>>>(y, x, size);
  case 17:
    return exchanged<<<1, 64>>>(y, x);
  case 18: // each place by two threads
    return inColumns<<<3, dim3(16, 2)>>>(y, x, size / 2);
  case 19:
    return rowsThatGoOn<<<2, dim3(8, 2)>>>(y, x, 40);
  case 20:
    return volume<<<dim3(2, 1, 3), dim3(4, 2)>>>(y, x, 7, 2, 3);
  case 21: // planes that meet
    return volume<<<dim3(2, 1, 3), dim3(4, 4)>>>(y, x, 7, 3, 3);
  case 22:
    return byStructure<<<2, 48>>>(y, x, {a, size, nullptr});
  case 23:
    return columns<<<2, 16>>>(y, x, w, 32, 3);
  case 24:
    return columns<<<2, 16>>>(y, x, w, 31, 3);
  case 25:
    return columns<<<2, 16>>>(y, x + 128, w + 128, -32, 3);
  case 26:
    return columns<<<2, 16>>>(y, x, w, 0, 3);
  case 27:
    return columns<<<2, 16>>>(y, x, x + 1, 32, 3);
  case 28:
    return columns<<<2, 16>>>(y, x, x, 32, 3);
  case 29:
    return guardedColumns<<<2, 32>>>(y, x, 40, 4);
  case 30:
    return wrappedColumns<<<1, 64>>>(y, x, 0x80000010u);
  case 31:
    return twoLengths<<<1, 32>>>(y, x, 32, 40);
  case 32:
    return halvedRows<<<2, dim3(8, 4)>>>(y, x, 16);
  case 33:
    return columnsOfField<<<2, 32>>>(y, {a, x, w, 40, 4});
  case 34:
    return columnsOfField<<<2, 32>>>(y, {a, x, x + 8, 40, 4});
  case 35:
    return columnsOfField<<<2, 32>>>(y, {a, x, x, 40, 4});
  case 36:
    return stepsAcross<<<2, 16>>>(y, x, size);
  }
}
constexpr int cases = 37;
static void run(double *y, const double *x, const double *w, int which) {
  double *device;
  CHECK(cudaMalloc(&device, 3 * total * sizeof(double)));
  CHECK(cudaMemset(device, 0, total * sizeof(double)));
  CHECK(cudaMemcpy(device + total, x, total * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device + 2 * total, w, total * sizeof(double), cudaMemcpyHostToDevice));
  launch(device, device + total, device + 2 * total, w[3], which);
  CHECK(cudaMemcpy(y, device, total * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device));
}

static int compare(int which) {
  double y[total] = {}, x[total], w[total], dy[total], seed[total], dx[total] = {}, dw[total] = {};
  for (int i = 0; i < total; ++i) {
    x[i] = 1 + .01 * i, w[i] = 2 - .015 * i;
    dy[i] = seed[i] = std::cos(i * 1.7);
  }
  __enzyme_autodiff<void>((void *)run, y, dy, x, dx, w, dw, which);
  int wrong = 0;
  for (int round = 0; round < 2; ++round) {
    double ex[total], ew[total], tangent[total] = {}, reverse = 0, forward = 0;
    for (int i = 0; i < total; ++i)
      ex[i] = std::sin(i * (2.3 + round)), ew[i] = std::cos(i * (.7 + round));
    __enzyme_fwddiff<void>((void *)run, y, tangent, x, ex, w, ew, which);
    for (int i = 0; i < total; ++i)
      forward += seed[i] * tangent[i], reverse += dx[i] * ex[i] + dw[i] * ew[i];
    if (!(std::fabs(forward - reverse) <= 1e-10 * (1 + std::fabs(forward))))
      std::printf("case %d: %.17g for %.17g\n", which, reverse, forward), ++wrong;
  }
  return wrong;
}

/// Memory of the device that the program passes itself: one shadow for two arrays.
static void onDevice(double *y, const double *x, const double *w, int which) {
  if (which)
    both<<<3, 32>>>(y, x, w, size);
  else
    rounds<<<1, 32>>>(y, x, w, size);
}
static int sameShadow(int which) {
  double host[4 * size + 1], found[4 * size + 1];
  for (int i = 0; i <= 4 * size; ++i)
    host[i] = i < 2 * size ? 1 + .01 * i : i < 3 * size ? 1 : 0;
  double *memory; // y, x, y's shadow, the one of both arrays
  CHECK(cudaMalloc(&memory, sizeof host));
  CHECK(cudaMemcpy(memory, host, sizeof host, cudaMemcpyHostToDevice));
  double *y = memory, *x = memory + size, *dy = memory + 2 * size, *dx = memory + 3 * size;
  constexpr int shift = 1;
  if (which & 2) // one shadow, at places that differ
    __enzyme_autodiff<void>((void *)onDevice, y, dy, x, dx + shift, x, dx, which & 1);
  else
    __enzyme_autodiff<void>((void *)onDevice, y, dy, x, dx, x, dx, which & 1);
  CHECK(cudaMemcpy(found, memory, sizeof found, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(memory));
  int wrong = 0;
  for (int i = 0; i < size; ++i) {
    auto number = [&](int at) { return at >= 0 && at < size ? host[size + at] : 0; };
    double one = number(which & 2 ? i - shift : i), other = number(i);
    double wanted = which & 1 ? one + other : one * one + 2 * other * other;
    if (std::fabs(found[3 * size + i] - wanted) > 1e-12 * wanted)
      std::printf("shadow %d, %d: %.17g for %.17g\n", which, i, found[3 * size + i], wanted),
          ++wrong;
  }
  return wrong;
}

int main() {
  int wrong = 0;
  for (int which = 0; which < cases; ++which)
    wrong += compare(which);
  for (int which = 0; which < 4; ++which)
    wrong += sameShadow(which);
  std::printf("%d differences\n", wrong);
  return wrong != 0;
}
