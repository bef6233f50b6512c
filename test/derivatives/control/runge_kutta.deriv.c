// Explicit time stepping of an oscillator: loop-carried vectors.
#include "check.h"

static void slope(const double *y, const double *p, double *d) {
  d[0] = y[1];
  d[1] = -p[0] * y[0] - p[1] * y[1] * y[0] * y[0];
}
double f(const double *p) {
  double y[2] = {p[2], 0.5};
  const double h = 0.05;
  for (int step = 0; step < 20; step++) {
    double k1[2], k2[2], middle[2];
    slope(y, p, k1);
    for (int i = 0; i < 2; i++)
      middle[i] = y[i] + 0.5 * h * k1[i];
    slope(middle, p, k2);
    for (int i = 0; i < 2; i++)
      y[i] += h * k2[i];
  }
  return y[0] * y[0] + y[1];
}

CHECK_FUNCTION(f, 3, 1.5, 0.3, 1);
