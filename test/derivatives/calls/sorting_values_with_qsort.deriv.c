// qsort of active doubles: the derivative follows each value to its place.
#include "check.h"

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
double f(const double *x, int n) {
  double sorted[5];
  for (int i = 0; i < n; i++)
    sorted[i] = x[i] * x[i];
  qsort(sorted, (size_t)n, sizeof(double), ascending);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += sorted[i] * (i + 1);
  return sum;
}

CHECK_FUNCTION_N(f, 5, 2, -1.5, 0.75, 1, -0.5);
