// A branch whose condition is the same in every iteration.
#include "check.h"

double f(const double *x, int n) {
  double r = x[0];
  for (int i = 1; i < n; i++) {
    if (x[0] > 0)
      r *= x[i];
    else
      r += x[i] * x[i];
  }
  return r;
}

CHECK_FUNCTION_N(f, 3, 1, -2, 3, -1, -2, 3);
