// The index itself is computed from active values.
#include "check.h"

double f(const double *x, int n) {
  double bins[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; i++) {
    const int bin = (int)(fabs(x[i]) * 1.5) % 4;
    bins[bin] += x[i] * x[i];
  }
  return bins[0] * bins[1] + bins[2] * bins[3] + bins[1] * bins[3];
}

CHECK_FUNCTION_N(f, 5, 0.1, -0.9, 1.6, 2.2, 0.8);
