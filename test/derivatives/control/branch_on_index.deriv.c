// A condition that does not depend on values, inside a loop.
#include "check.h"

double f(const double *x, int n) {
  double r = 0.5;
  for (int i = 0; i < n; i++)
    if (i & 1)
      r = r * x[i];
    else if (i % 4 == 0)
      r = r + x[i] * x[i];
    else
      r = sin(r) * x[i];
  return r;
}

CHECK_FUNCTION_N(f, 6, 1, -2, 3, 0.5, 0.25, -1);
