// Pointers that go down the columns of an array in a kernel's loop, `p += n`: places that are one
// thread's alone where each row is as long as there are threads, and not otherwise: shorter rows,
// steps of a row and a number, two lengths through one parameter, a start in the middle, columns
// that run against their rows, rows that wrap around. Compared as checked.h says.
#include "checked.h"

constexpr int total = 192, n = 2 * total;
#define IN_ROW int i = threadIdx.x + blockIdx.x * blockDim.x

__global__ void down(double *y, const double *x, const double *w, int n, int m) {
  IN_ROW;
  const double *p = x + i, *q = w + i;
  double sum = 0;
  for (int k = 0; k < m; ++k) {
    sum += *p * *q * *q;
    p += n, q += n;
  }
  y[i] = sum;
}
/// The row's length is known to the compiler; there may be more threads than columns.
__global__ void knownLength(double *y, const double *x, const double *, int, int m) {
  IN_ROW;
  double sum = x[i]; // of the first row
  const double *p = x + i;
  for (int k = 0; k < m; ++k, p += 32)
    sum += *p * *p;
  y[i] = sum;
}
__global__ void withWidth(double *y, const double *x, const double *w, size_t n, size_t m) {
  size_t i = threadIdx.x + blockIdx.x * size_t(blockDim.x);
  const double *p = x + i;
  for (size_t k = 0; i < n && k < m; ++k) {
    y[i] += *p * *p * w[k * n + i];
    p += n;
  }
}
/// Leaves the loop early, and reads behind it what it came to.
__global__ void untilLarge(double *y, const double *x, const double *w, int n, int m) {
  IN_ROW;
  const double *p = x + i;
  double sum = 0;
  for (int k = 0; k < m; ++k) {
    sum += sin(*p) * w[i];
    if (sum > 2)
      break;
    p += n;
  }
  y[i] = sum * *p;
}
/// Through one parameter in rows of two lengths, and in a diagonal.
__global__ void twoLengths(double *y, const double *x, const double *w, int n, int m) {
  IN_ROW;
  const double *p = x + i, *q = x + i, *r = w + i;
  double sum = 0;
  for (int k = 0; k < m; ++k) {
    sum += *p * *q * *r;
    p += n, q += n + 4, r += n + 1;
  }
  y[i] = sum;
}
/// From the end upwards, and from the second row.
__global__ void upwards(double *y, const double *x, const double *w, int n, int m) {
  IN_ROW;
  const double *p = x + (m - 1) * n + i, *q = w + n + i;
  double sum = 0;
  for (int k = 0; k < m; ++k) {
    sum += *p * *q;
    p -= n, q += n;
  }
  y[i] = sum;
}
/// The array's end ends the loop.
__global__ void toTheEnd(double *y, const double *x, const double *w, int n, int m) {
  IN_ROW;
  double sum = 0;
  for (const double *p = x + i, *end = x + n * m; p < end; p += n)
    sum += *p * *p * w[i];
  y[i] = sum;
}
/// Rows of planes: two loops, of which each moves its pointer.
__global__ void planes(double *y, const double *x, const double *w, int n, int m) {
  IN_ROW;
  double sum = 0;
  const double *plane = x + i;
  for (int j = 0; j < 2; ++j, plane += m * n) {
    const double *p = plane;
    for (int k = 0; k < m; ++k, p += n)
      sum += *p * *p * w[i];
  }
  y[i] = sum;
}
/// A row more in each step than in the one before.
__global__ void faster(double *y, const double *x, const double *w, int n, int m) {
  IN_ROW;
  const double *p = x + i;
  double sum = 0;
  int step = n;
  for (int k = 0; k < m; ++k) {
    sum += *p * w[i];
    p += step;
    step += 1;
  }
  y[i] = sum;
}
/// All threads of a row of blocks with one another's places: i / 2.
__global__ void shared(double *y, const double *x, const double *w, int n, int m) {
  IN_ROW;
  const double *p = x + i / 2, *q = w + i;
  double sum = 0;
  for (int k = 0; k < m; ++k, p += n, q += n)
    sum += *p * *p * *q;
  y[i] = sum;
}

template <typename Kernel>
double launched(Kernel kernel, const double *x, int threads, int n, int m, int apart) {
  double *in, *out, y[64], sum = 0;
  cudaMalloc(&in, 2 * total * sizeof(double));
  cudaMalloc(&out, sizeof y);
  cudaMemcpy(in, x, 2 * total * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof y);
  kernel<<<2, threads / 2>>>(out, in, in + apart, n, m);
  cudaMemcpy(y, out, sizeof y, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i)
    sum += y[i] * (1 + .1 * i);
  cudaFree(in);
  cudaFree(out);
  return sum;
}
#define CASE(name, kernel, threads, n, m, apart)                                                   \
  double name(const double *x) { return launched(kernel, x, threads, n, m, apart); }
CASE(downRows, down, 32, 32, 4, total)
CASE(downShorterRows, down, 32, 31, 4, total)
CASE(downOneRow, down, 32, 32, 1, total)
CASE(downNoRow, down, 32, 32, 0, total)
CASE(downStanding, down, 32, 0, 4, total)
CASE(downOverlapping, down, 32, 32, 4, 1)
CASE(downBySameArray, down, 32, 32, 4, 0)
CASE(downRowsThatFollow, down, 32, 32, 3, 96)
CASE(downRowsInside, down, 32, 32, 3, 64)
CASE(downWithKnownLength, knownLength, 32, 0, 4, 0)
CASE(downShortKnownLength, knownLength, 48, 0, 4, 0)
CASE(downWithWidth, withWidth, 32, 30, 4, total)
CASE(downUntilLarge, untilLarge, 32, 32, 4, total)
CASE(downUntilLargeShort, untilLarge, 32, 16, 4, total)
CASE(downTwoLengths, twoLengths, 32, 32, 4, total)
CASE(upRows, upwards, 32, 32, 4, total)
CASE(downToTheEnd, toTheEnd, 32, 32, 4, total)
CASE(downPlanes, planes, 32, 32, 2, total)
CASE(downPlanesShort, planes, 32, 16, 3, total)
CASE(downFaster, faster, 32, 32, 4, total)
CASE(downShared, shared, 32, 32, 4, total)

int main() {
  CHECK(downRows);
  CHECK(downShorterRows);
  CHECK(downOneRow);
  CHECK(downNoRow);
  CHECK(downStanding);
  CHECK(downOverlapping);
  CHECK(downBySameArray);
  CHECK(downRowsThatFollow);
  CHECK(downRowsInside);
  CHECK(downWithKnownLength);
  CHECK(downShortKnownLength);
  CHECK(downWithWidth);
  CHECK(downUntilLarge);
  CHECK(downUntilLargeShort);
  CHECK(downTwoLengths);
  CHECK(upRows);
  CHECK(downToTheEnd);
  CHECK(downPlanes);
  CHECK(downPlanesShort);
  CHECK(downFaster);
  CHECK(downShared);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
