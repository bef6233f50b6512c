// Loops that may not run at all.
#include "check.h"

double f(const double *x, int n) {
  double r = x[0];
  for (int i = n; i < 3; i++)
    r *= x[i];
  while (r > 1e6)
    r /= x[1];
  return r * r;
}

CHECK_FUNCTION_N(f, 3, 1.5, -2, 3);
