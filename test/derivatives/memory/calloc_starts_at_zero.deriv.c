// calloc'ed memory is accumulated into.
#include "check.h"

double f(const double *x, int n) {
  double *bins = (double *)calloc(3, sizeof(double));
  for (int i = 0; i < n; i++)
    bins[i % 3] += x[i] * x[i];
  const double r = bins[0] * bins[1] + bins[2];
  free(bins);
  return r;
}

CHECK_FUNCTION_N(f, 5, 1, -2, 3, 0.5, 2);
