// A step size that adapts to the values: accepted and rejected steps.
#include "check.h"

double f(double x) {
  double t = 0, y = x, h = 0.3;
  int steps = 0;
  while (t < 1 && steps++ < 200) {
    const double full = y + h * -2 * y * y;
    const double half = y + 0.5 * h * -2 * y * y;
    const double better = half + 0.5 * h * -2 * half * half;
    if (fabs(better - full) > 1e-2) {
      h *= 0.5;
      continue;
    }
    y = better;
    t += h;
    if (t + h > 1)
      h = 1 - t > 1e-12 ? 1 - t : 1e-12;
  }
  return y;
}

CHECK_SCALAR(f, 0.8, 2.1);
