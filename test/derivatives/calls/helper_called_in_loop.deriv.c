// A kept call in a loop: each call has a tape of its own.
#include "check.h"

NOINLINE static double inner(const double *x, int n, double start) {
  double r = start;
  while (r < 20 && n-- > 0) {
    r = r * (1 + *x * *x) + *x;
    x++;
  }
  return r;
}
double f(const double *x, int n) {
  double sum = 0.5;
  for (int i = 0; i < n; i++)
    sum = inner(x + i, n - i, sum * 0.5);
  return sum;
}

CHECK_FUNCTION_N(f, 4, 0.5, -2, 3, 0.25);
