// Adaptive Simpson quadrature: recursion whose depth depends on the values.
#include "check.h"

static double integrand(double t, double x) { return exp(-x * t) * sin(3 * t); }
static double simpson(double a, double b, double x) {
  return (b - a) / 6 * (integrand(a, x) + 4 * integrand(0.5 * (a + b), x) + integrand(b, x));
}
static double adapt(double a, double b, double whole, double x, int depth) {
  const double middle = 0.5 * (a + b), left = simpson(a, middle, x), right = simpson(middle, b, x);
  if (depth == 0 || fabs(left + right - whole) < 1e-5)
    return left + right;
  return adapt(a, middle, left, x, depth - 1) + adapt(middle, b, right, x, depth - 1);
}
double f(double x) { return adapt(0, 2, simpson(0, 2, x), x, 8); }

CHECK_SCALAR(f, 0.7);
