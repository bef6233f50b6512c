// Kept calls inside kept calls inside loops.
#include "check.h"

NOINLINE static double c(double x, double y) { return sin(x) * y; }
NOINLINE static double b(const double *x, int n) {
  double r = 1;
  for (int i = 0; i < n; i++)
    r = c(r, x[i]) + r;
  return r;
}
NOINLINE static double a(const double *x, int n) {
  double r = 0;
  for (int i = 1; i <= n; i++)
    r += b(x, i) * x[i - 1];
  return r;
}
double f(const double *x, int n) { return a(x, n) * b(x, 2); }

CHECK_FUNCTION_N(f, 4, 0.5, -2, 3, 0.25);
