// pow and powi with an exponent that is an integer variable.
#include "check.h"

double series(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += pow(x[i], i) + __builtin_powi(x[i], i + 1);
  return sum;
}

CHECK_FUNCTION_N(series, 4, 1.5, -0.5, 2, 0.7);
