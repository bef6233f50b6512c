// std::valarray expressions.
#include "check.h"
#include <valarray>

double f(const double *x, int n) {
  const std::valarray<double> a(x, (size_t)n), b = a * a + 2.0 * a;
  std::valarray<double> c = exp(-a) * b;
  c += b / (a * a + 1.0);
  return c.sum() * b.sum();
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
