// Recursion, loops of unknown length, branches, phis and early exits in lanes.
#include "check.h"
NOINLINE static double tree(const double *x, int lo, int hi) {
  if (hi - lo == 1)
    return sin(x[lo]) * x[lo];
  int mid = (lo + hi) / 2;
  double a = tree(x, lo, mid), b = tree(x, mid, hi);
  return a * b + a - b;
}
static double all(const double *x, int n) { return tree(x, 0, n); }
CHECK_FUNCTION_N(all, 5, 0.3, -0.4, 1.2, 0.9, 2.1);

static double newton(double a, double b) {
  double y = a;
  while (fabs(y * y * y - b) > 1e-9)
    y = y - (y * y * y - b) / (3 * y * y);
  return y * a;
}
CHECK_SCALAR2(newton, 1.3, 2.0, 0.7, 5.0);

NOINLINE static double odd(double x, int n);
NOINLINE static double even(double x, int n) { return n == 0 ? x : x * odd(x + 0.1, n - 1); }
NOINLINE static double odd(double x, int n) { return n == 0 ? -x : sin(x) + even(x * 0.9, n - 1); }
static double mutual(double x) { return even(x, 7); }
CHECK_SCALAR(mutual, 0.4, 1.7);

static void sweep(const double *x, double *y, int n) {
  double previous = 1, best = -1e9;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int j = 0; j <= i; j++) {
      if (t > 50)
        break;
      t = t * previous + x[j];
    }
    previous = previous * 0.5 + t;
    best = t > best ? t : best;
    y[i] = previous * best;
  }
}
CHECK_VECTOR_N(sweep, 4, 4, 0.2, 1.5, -0.4, 0.8);

static void twice(double *x) {
  for (int i = 0; i < 3; i++) {
    x[i] = x[i] * x[(i + 1) % 3];
    x[(i + 2) % 3] += cos(x[i]);
  }
}
CHECK_INPLACE(twice, 3, 0.5, -1.5, 2.0);
