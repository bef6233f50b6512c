// Lengths of zero: nothing is read, nothing is written.
#include "check.h"

double f(const double *x, int n) {
  const int none = n - 3;
  double *nothing = (double *)malloc(sizeof(double) * (size_t)(none + 1)), sum = x[0] * x[1];
  for (int i = 0; i < none; i++)
    sum += nothing[i];
  memcpy(nothing, x, sizeof(double) * (size_t)none);
  memset(nothing, 0, (size_t)none);
  free(nothing);
  return sum;
}

CHECK_FUNCTION_N(f, 3, 1.5, -2, 3);
