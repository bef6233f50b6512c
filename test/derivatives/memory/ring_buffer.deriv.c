// A delay line: a ring buffer indexed modulo its length.
#include "check.h"

double f(const double *x, int n) {
  double ring[3] = {0, 0, 0}, sum = 0;
  for (int i = 0; i < 2 * n; i++) {
    const double delayed = ring[i % 3];
    ring[i % 3] = x[i % n] + 0.5 * delayed * delayed;
    sum += delayed * x[(i + 1) % n];
  }
  return sum;
}

CHECK_FUNCTION_N(f, 4, 1, -0.2, 0.3, 0.5);
