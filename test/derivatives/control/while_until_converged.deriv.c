// Newton's iteration for a square root: the trip count depends on the values.
#include "check.h"

double f(double x) {
  double r = x > 1 ? x : 1;
  while (fabs(r * r - x) > 1e-13 * x)
    r = 0.5 * (r + x / r);
  return r;
}

CHECK_SCALAR(f, 2, 0.25, 50);
