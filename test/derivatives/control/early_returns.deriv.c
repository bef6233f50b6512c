// Returns from the middle of straight code and of nested loops.
#include "check.h"

double f(const double *x, int n) {
  if (x[0] < 0)
    return x[0] * x[0];
  double r = x[0];
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      r += x[i] * x[j];
      if (r > 6)
        return r * r;
      if (r < -6)
        return sin(r);
    }
  return r;
}

CHECK_FUNCTION_N(f, 3, -1, 2, 3, 1, 2, 3, 1, -4, 0.5, 0.1, 0.2, 0.3);
