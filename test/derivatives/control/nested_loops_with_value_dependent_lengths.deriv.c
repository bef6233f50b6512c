// The inner loop's length depends on active values.
#include "check.h"

double f(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    while (t > 0.1)
      t *= 0.5 * t;
    for (int j = 0; j < (int)(x[i] * 4); j++)
      t += x[i] * t + x[j % n];
    sum += t * t;
  }
  return sum;
}

CHECK_FUNCTION_N(f, 3, 1.1, 0.4, 0.65);
