// An active value decides integers, and the integers decide nothing but paths.
#include "check.h"

double f(const double *x, int n) {
  int above = 0, mask = 0;
  for (int i = 0; i < n; i++) {
    above += x[i] > 0.4;
    mask |= (x[i] < 1) << i;
  }
  return above * x[0] + (mask & 2 ? x[1] * x[1] : x[2]) * __builtin_popcount((unsigned)mask);
}

CHECK_FUNCTION_N(f, 3, 0.5, 0.75, 2, -0.5, 1.75, 2);
