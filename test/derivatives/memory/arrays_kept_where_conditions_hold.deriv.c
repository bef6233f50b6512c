// Arrays that loops read under conditions, and that change before the reverse sweep: what lies between the bytes
// that were read is kept, once.
// alone: off, it asks our runtime how much was kept
#include "check.h"
#include <enzyme/runtime.h>

enum { N = 12, Steps = 3 };

/// A square whose sides have neighbours on one side only; two buffers that change places.
NOINLINE static void flow(int w, const double *u, double *next) {
  for (int i = 0; i < w; i++)
    for (int j = 0; j < w; j++) {
      double here = u[i * w + j], sum = 0;
      if (i > 0)
        sum += (u[(i - 1) * w + j] - here) / (1 + u[(i - 1) * w + j] * u[(i - 1) * w + j]);
      if (i < w - 1)
        sum += (u[(i + 1) * w + j] - here) / (1 + u[(i + 1) * w + j] * u[(i + 1) * w + j]);
      if (j > 0)
        sum += (u[i * w + j - 1] - here) / (1 + u[i * w + j - 1] * u[i * w + j - 1]);
      if (j < w - 1)
        sum += (u[i * w + j + 1] - here) / (1 + u[i * w + j + 1] * u[i * w + j + 1]);
      next[i * w + j] = here + 0.1 * sum;
    }
}
enum { Width = 20, Apart = 2 * Width }; // whether the arrays overlap is asked of whole rows
static double walk(const double *x, int steps) {
  double a[Apart + Width * Width], b[Apart + Width * Width], *u = a + Apart, *next = b + Apart,
                                                             sum = 0;
  for (int i = 0; i < Width * Width; i++)
    u[i] = x[i % N] * (1 + 0.01 * i), next[i] = 0;
  for (int t = 0; t < steps; t++) {
    flow(Width, u, next);
    double *last = u;
    u = next, next = last;
  }
  for (int i = 0; i < Width * Width; i++)
    sum += u[i] * u[i];
  return sum;
}
double square(const double *x) { return walk(x, Steps); }

/// Only values say which are read: all, some, one, none; from the first to the last and back.
NOINLINE static double chosen(const double *a, int n, double least) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (a[i] > least)
        sum += sin(a[n - 1 - j] * a[i]) * a[n - 1 - j];
  return sum;
}
NOINLINE static double ofOthers(const double *a, const double *by, int n, double least) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (by[i] + by[j] > least)
        sum += sin(a[j] * by[i]) * a[j];
  return sum;
}
void some(const double *x, double *y) {
  const double least[] = {-100, 0.3, 0.8, 100};
  double a[N], b[N];
  y[0] = y[1] = 0;
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < N; i++)
      a[i] = t ? a[i] * cos(x[i]) : x[i], b[i] = a[i] * x[0] + 0.1;
    y[0] += chosen(a, N, least[t]);
    y[1] += ofOthers(b, a, N, least[t]);
  }
}

/// In iterations that a condition lets pass, the loop leaves out some by itself.
NOINLINE static double jumps(const double *a, const int *kind, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (kind[j] == 0)
        continue;
      double w = kind[j] == 1 ? a[j] * a[i] : sin(a[j + 1]) * a[i];
      sum += w * w;
    }
  return sum;
}
void kinds(const double *x, double *y) {
  double a[N + 1];
  int kind[N];
  y[0] = 0;
  for (int t = 0; t < Steps; t++) {
    for (int i = 0; i < N; i++)
      a[i] = t ? a[i] * x[i] : x[i], kind[i] = (i + t) % 3;
    a[N] = x[t];
    y[0] += jumps(a, kind, N);
  }
}

void __enzyme_autodiff_walk(void *, ...);
static double kept(int steps) {
  double x[N], dx[N] = {0};
  for (int i = 0; i < N; i++)
    x[i] = 0.1 * i;
  enzyme_rt_tape_forget_peak();
  __enzyme_autodiff_walk((void *)walk, enzyme_dup, x, dx, enzyme_const, steps);
  return enzyme_rt_tape_peak();
}
CHECK_VALUES(oneArrayAStep) {
  double step = (kept(30) - kept(10)) / 20;
  EXPECT_TRUE(step < 1.5 * Width * Width * sizeof(double));
}
CHECK_FUNCTION(square, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(some, N, 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
CHECK_VECTOR(kinds, N, 1, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6, 0.9, -0.8, 0.33);
