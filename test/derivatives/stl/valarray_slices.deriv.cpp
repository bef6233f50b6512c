// valarray: slices, masks, whole-array functions.
#include "check.h"
#include <valarray>

double f(const double *x, int n) {
  std::valarray<double> v(x, n), w(2.0, n);
  w *= v;
  w += std::exp(v) * 0.5 + std::pow(v, 2.0);
  std::valarray<double> even = w[std::slice(0, n / 2, 2)];
  w[std::slice(1, n / 2, 2)] = even;
  w[v > 0.0] += std::valarray<double>(x[1], 3);
  return w.sum() + even[1] * (v * w).sum() + std::sqrt(v * v + 1.0).sum() + v.apply([](double a) { return a * a; }).sum() + v.shift(1)[0] + v.cshift(1)[0];
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
