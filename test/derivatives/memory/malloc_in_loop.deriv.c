// A heap buffer per iteration; the values it held are needed by the reverse.
#include "check.h"

double f(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double *pair = (double *)malloc(2 * sizeof(double));
    pair[0] = x[i] * x[i];
    pair[1] = exp(pair[0] * 0.1);
    sum += pair[0] * pair[1];
    free(pair);
  }
  return sum;
}

CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);
