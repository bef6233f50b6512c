// __attribute__((cleanup)) frees memory on every way out.
#include "check.h"

static void freeIt(double **p) { free(*p); }
#define autofree __attribute__((cleanup(freeIt)))

NOINLINE static double sumOfSquares(const double *x, int n) {
  autofree double *squares = malloc(sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++)
    squares[i] = x[i] * x[i];
  if (squares[0] > 100)
    return -1;
  autofree double *sums = calloc((size_t)n, sizeof(double));
  for (int i = 0; i < n; i++)
    sums[i] = squares[i] + (i ? sums[i - 1] : 0);
  return sums[n - 1];
}

double f(const double *x, int n) { return sumOfSquares(x, n) * x[0]; }

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
