// Qualifiers on active memory.
#include "check.h"

NOINLINE static void scale(double *restrict out, const double *restrict in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * in[i];
}
double f(const double *x, int n) {
  double squares[4];
  volatile double sum = 0;
  scale(squares, x, n);
  for (int i = 0; i < n; i++)
    sum = sum + squares[i] * x[i];
  return sum;
}

CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);
