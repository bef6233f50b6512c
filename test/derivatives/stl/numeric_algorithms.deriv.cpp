// The algorithms of <numeric>.
// std: c++20
#include "check.h"
#include <functional>
#include <numeric>
#include <vector>

double f(const double *x, int n) {
  std::vector<double> v(x, x + n), w(n), u(n);
  std::iota(w.begin(), w.end(), x[0]);
  double r = std::accumulate(v.begin(), v.end(), 0.0);
  r += std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<double>());
  r += std::inner_product(v.begin(), v.end(), w.begin(), 0.0);
  r += std::transform_reduce(v.begin(), v.end(), w.begin(), 0.0, std::plus<>(), [](double a, double b) { return a * b * b; });
  r += std::transform_reduce(v.begin(), v.end(), 0.5, std::plus<>(), [](double a) { return a * a; });
  r += std::reduce(v.begin(), v.end());
  std::partial_sum(v.begin(), v.end(), u.begin());
  r += u[n - 1] * u[1];
  std::adjacent_difference(u.begin(), u.end(), w.begin());
  r += w[2] * w[2];
  std::exclusive_scan(v.begin(), v.end(), u.begin(), x[1]);
  std::inclusive_scan(u.begin(), u.end(), w.begin());
  r += w[n - 1];
  std::transform_inclusive_scan(v.begin(), v.end(), w.begin(), std::plus<>(), [](double a) { return a * a; });
  r += w[n - 2] * w[0];
  return r + std::midpoint(x[0], x[1]) * std::lerp(x[1], x[2], 0.25);
}

CHECK_FUNCTION_N(f, 5, 0.5, -1.5, 0.75, 2.0, 1.25);
