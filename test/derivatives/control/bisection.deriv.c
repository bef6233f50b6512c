// Bisection: comparisons steer, the derivative comes through one final secant step.
#include "check.h"

static double residual(double r, double x) { return r * r * r + x * r - 5; }
double f(double x) {
  double low = 0, high = 5;
  for (int i = 0; i < 40; i++) {
    const double middle = 0.5 * (low + high);
    if (residual(middle, x) > 0)
      high = middle;
    else
      low = middle;
  }
  double r = low;
  r -= residual(r, x) / (3 * r * r + x);
  return r - residual(r, x) / (3 * r * r + x);
}

CHECK_SCALAR(f, 2, 0.5);
