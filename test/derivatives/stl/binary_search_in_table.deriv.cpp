// Piecewise linear interpolation in a table found by lower_bound and upper_bound.
#include "check.h"
#include <algorithm>
#include <array>
#include <iterator>

double f(const double *x) {
  const std::array<double, 5> nodes = {0.0, 0.4, 1.1, 1.9, 3.0};
  const std::array<double, 5> values = {x[1], x[2], x[1] * x[2], 1.0, x[0]};
  const auto right = std::upper_bound(nodes.begin(), nodes.end(), x[0]);
  const auto i = std::distance(nodes.begin(), right);
  const double t = (x[0] - nodes[i - 1]) / (nodes[i] - nodes[i - 1]);
  double r = values[i - 1] * (1 - t) + values[i] * t;
  if (std::binary_search(nodes.begin(), nodes.end(), 1.1))
    r *= 2;
  const auto [low, high] = std::equal_range(nodes.begin(), nodes.end(), 1.9);
  return r + *low * x[2] + (high - low);
}

CHECK_FUNCTION(f, 3, 0.7, -1.5, 0.75, 2.5, 1.0, 2.0);
