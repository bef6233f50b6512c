// Kepler's equation by Newton's method to convergence, then a position.
#include "check.h"

void f(const double *x, double *y) { // mean anomaly, eccentricity
  double e = x[0], change;
  int steps = 0;
  do {
    change = (e - x[1] * sin(e) - x[0]) / (1 - x[1] * cos(e));
    e -= change;
  } while (fabs(change) > 1e-14 && ++steps < 50);
  y[0] = cos(e) - x[1];
  y[1] = sqrt(1 - x[1] * x[1]) * sin(e);
}

CHECK_VECTOR(f, 2, 2, 1.1, 0.3, 2.5, 0.7);
