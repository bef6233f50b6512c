// A value from the last iteration is used after the loop.
#include "check.h"

double f(const double *x, int n) {
  double last = 0, before = 0;
  for (int i = 0; i < n; i++) {
    before = last;
    last = x[i] * x[i] + before * 0.5;
  }
  return last * before;
}

CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);
