// realloc larger and smaller, the old contents are read afterwards.
#include "check.h"

double f(const double *x, int n) {
  double *a = (double *)malloc(sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  a = (double *)realloc(a, sizeof(double) * (size_t)(2 * n));
  for (int i = 0; i < n; i++)
    a[n + i] = a[i] * x[n - 1 - i];
  double sum = 0;
  for (int i = 0; i < 2 * n; i++)
    sum += a[i] * (i + 1);
  a = (double *)realloc(a, sizeof(double));
  sum *= a[0];
  free(a);
  return sum;
}

CHECK_FUNCTION_N(f, 3, 1, -2, 3);
