// break on a value, continue on another.
#include "check.h"

double f(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      continue;
    sum += x[i] * x[i];
    if (sum > 10)
      break;
    sum += x[i];
  }
  return sum * x[0];
}

CHECK_FUNCTION_N(f, 5, 1, -2, 2, 3, 7, 0.5, 0.25, 0.1, 0.2, 0.3);
