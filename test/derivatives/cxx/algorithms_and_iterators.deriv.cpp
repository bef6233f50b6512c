// accumulate, inner_product, transform, for_each, max_element, reverse over active ranges.
#include "check.h"
#include <algorithm>
#include <numeric>
#include <vector>

double f(const double *x, int n) {
  std::vector<double> v(x, x + n), w(v.size());
  std::transform(v.begin(), v.end(), w.begin(), [](double e) { return e * e; });
  std::reverse(w.begin(), w.end());
  std::for_each(v.begin(), v.end(), [&](double &e) { e *= w[0]; });
  std::partial_sum(w.begin(), w.end(), w.begin());
  const double top = *std::max_element(v.begin(), v.end());
  std::fill(v.begin(), v.begin() + 1, top);
  return std::accumulate(v.begin(), v.end(), 0.0) *
         std::inner_product(v.begin(), v.end(), w.begin(), 1.0);
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2);
