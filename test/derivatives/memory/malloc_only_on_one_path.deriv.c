// Memory allocated and freed only if a condition holds.
#include "check.h"

double f(const double *x, int n) {
  double *extra = 0, sum = 0;
  if (x[0] > 0) {
    extra = (double *)malloc(sizeof(double) * (size_t)n);
    for (int i = 0; i < n; i++)
      extra[i] = x[i] * x[0];
  }
  for (int i = 0; i < n; i++)
    sum += extra ? extra[i] * extra[i] : x[i];
  if (extra)
    free(extra);
  return sum;
}

CHECK_FUNCTION_N(f, 3, 1, -2, 3, -1, -2, 3);
