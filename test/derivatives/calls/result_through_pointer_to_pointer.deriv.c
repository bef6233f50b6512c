// An output buffer allocated by the callee and handed out through a pointer to pointer.
#include "check.h"

NOINLINE static int squares(const double *x, int n, double **out) {
  *out = (double *)malloc(sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++)
    (*out)[i] = x[i] * x[i];
  return n;
}
double f(const double *x, int n) {
  double *values = 0, sum = 0;
  const int count = squares(x, n, &values);
  for (int i = 0; i < count; i++)
    sum += values[i] * (i + 1);
  free(values);
  return sum * sum;
}

CHECK_FUNCTION_N(f, 3, 0.5, -0.5, 1);
