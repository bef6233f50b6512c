// Loops whose reverse adds to several places of an array, long enough to be taken apart: both
// directions, other strides, in place, arrays that overlap, rows, scatters of the primal itself.
#include "check.h"
#include <string.h>
enum { N = 45, ROWS = 5, COLUMNS = 37 };

static void fill(int n, double *x, const double *p) {
  for (int i = 0; i < n; i++)
    x[i] = p[0] + p[1] * sin(0.3 * i) + p[2] * cos(0.7 * i + p[3]);
}
static double weigh(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (1 + i % 5) * x[i] * x[i];
  return sum / n;
}

__attribute__((noinline)) static void ring(int n, const double *x, double *slope) {
  for (int i = 2; i < n - 1; i++)
    slope[i] = (x[i + 1] - x[i - 2]) * x[i - 1] - x[i] + 8;
}
__attribute__((noinline)) static void downwards(int n, const double *x, double *y) {
  for (int i = n - 2; i > 0; i--)
    y[i] = x[i - 1] * x[i] * x[i + 1];
}
__attribute__((noinline)) static void everySecond(int n, const double *x, double *y) {
  for (int i = 2; i < n - 2; i += 2)
    y[i] = x[i - 2] * x[i + 2] + x[i + 1];
}
__attribute__((noinline)) static void inPlace(int n, double *x) {
  for (int i = 1; i < n - 1; i++)
    x[i] = 0.5 * x[i] + 0.25 * x[i - 1] * x[i + 1];
}
__attribute__((noinline)) static void divided(int n, const double *x, double *y) {
  for (int i = 1; i < n - 1; i++)
    y[i] = (x[i + 1] - x[i - 1]) / (5 + x[i] * x[i]);
}
__attribute__((noinline)) static void scatter(int n, const double *restrict x, double *restrict y) {
  for (int i = 1; i < n - 1; i++) {
    y[i - 1] += 0.3 * x[i] * x[i];
    y[i + 1] -= 0.2 * x[i];
    y[i] += sin(x[i]);
  }
}
__attribute__((noinline)) static void five(int columns, int rows, const double *c, const double *u,
                                           double *next) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < columns - 1; j++) {
      int at = i * columns + j;
      next[at] = u[at] + c[at] * (u[at - columns] + u[at + columns] + u[at - 1] + u[at + 1] - 4 * u[at]);
    }
}
__attribute__((noinline)) static void single(int n, const float *x, float *y) {
  for (int i = 1; i < n - 1; i++)
    y[i] = x[i - 1] * x[i + 1] - 0.5f * x[i];
}

void f(const double *p, double *r) {
  double x[N], y[N] = {0};
  fill(N, x, p);
  ring(N, x, y);
  r[0] = weigh(N, y);
  downwards(N, x, y);
  r[1] = weigh(N, y);
  everySecond(N, x, y);
  r[2] = weigh(N, y);
  divided(N, x, y);
  r[3] = weigh(N, y);
  scatter(N, x, y);
  r[4] = weigh(N, y);
  inPlace(N, x);
  r[5] = weigh(N, x);
}
CHECK_VECTOR(f, 4, 6, 0.4, 0.3, -0.2, 0.5);

// Two arrays are cleared, and one that the next iteration has written before.
__attribute__((noinline)) static void both(int n, const double *x, double *y, double *z) {
  for (int i = 2; i < n - 3; i++) {
    y[i] = x[i - 2] * x[i] + x[i + 3];
    z[i + 1] = x[i - 1] * y[i];
  }
}
__attribute__((noinline)) static void twice(int n, const double *x, double *y) {
  for (int i = 1; i < n - 1; i++) {
    y[i] = x[i - 1] * x[i + 1];
    y[i + 1] = 2 * x[i];
  }
}
void cleared(const double *p, double *r) {
  double x[N], y[N], z[N];
  fill(N, x, p), fill(N, y, p + 1), fill(N, z, p);
  both(N, x, y, z);
  r[0] = weigh(N, y), r[1] = weigh(N, z);
  both(N - 1, x, z, y + 1);
  r[2] = weigh(N - 1, y), r[3] = weigh(N, z);
  twice(N, x, y);
  r[4] = weigh(N, y);
}
CHECK_VECTOR(cleared, 5, 5, 0.4, 0.3, -0.2, 0.5, 0.1);

// What is read and what is written overlap, though not in one iteration.
void overlapping(const double *p, double *r) {
  double x[N + 3];
  fill(N + 3, x, p);
  divided(N, x, x + 1);
  divided(N, x + 2, x);
  r[0] = weigh(N + 3, x);
}
CHECK_VECTOR(overlapping, 4, 1, 0.4, 0.3, -0.2, 0.5);

void rows(const double *p, double *r) {
  double c[ROWS * COLUMNS], now[ROWS * COLUMNS], later[ROWS * COLUMNS];
  fill(ROWS * COLUMNS, c, p);
  fill(ROWS * COLUMNS, now, p + 1);
  memcpy(later, now, sizeof later);
  double *u = now, *v = later;
  for (int s = 0; s < 3; s++) {
    five(COLUMNS, ROWS, c, u, v);
    double *other = u;
    u = v, v = other;
  }
  r[0] = weigh(ROWS * COLUMNS, u);
}
CHECK_VECTOR(rows, 5, 1, 0.1, 0.03, -0.02, 0.5, 0.2);

// The rows are one column apart: places of different rows are the same.
void narrow(const double *p, double *r) {
  double c[3 * N], now[3 * N], later[3 * N];
  fill(3 * N, c, p);
  fill(3 * N, now, p + 1);
  memcpy(later, now, sizeof later);
  for (int s = 0; s < 2; s++)
    for (int at = 1; at < N; at++)
      later[at] = now[at] + c[at] * (now[at - s] + now[at + s] + now[at - 1] + now[at + 1]);
  r[0] = weigh(3 * N, later);
}
CHECK_VECTOR(narrow, 5, 1, 0.1, 0.03, -0.02, 0.5, 0.2);

// A factor that grows by more each time is no counter.
__attribute__((noinline)) static void uneven(int n, int step, const double *restrict x,
                                             double *restrict y) {
  int factor = 1;
  for (int i = 1; i < n - 1; i++) {
    y[i - 1] += x[i] * x[i] * factor;
    y[i + 1] -= x[i] * factor;
    factor += i * step;
  }
}
void growing(const double *p, double *r) {
  double x[N], y[N] = {0};
  fill(N, x, p);
  uneven(N, 3, x, y);
  r[0] = 1e-6 * weigh(N, y);
}
CHECK_VECTOR(growing, 4, 1, 0.4, 0.3, -0.2, 0.5);

CHECK_VALUES(singlePrecision) {
  float x[64], dx[64] = {0}, y[64] = {0}, dy[64];
  for (int i = 0; i < 64; i++)
    x[i] = 1 + i % 3, dy[i] = 1;
  __enzyme_autodiff_checkv((void *)single, enzyme_const, 64, enzyme_dup, x, dx, enzyme_dup, y, dy);
  for (int i = 2; i < 62; i++)
    EXPECT_TRUE(fabs(dx[i] - (x[i - 2] + x[i + 2] - 0.5)) < 1e-5);
  EXPECT_TRUE(fabs(dx[0] - x[2]) < 1e-5 && dy[5] == 0 && dy[0] == 1);
}
