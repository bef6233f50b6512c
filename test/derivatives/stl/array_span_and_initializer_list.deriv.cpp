// array, span, initializer_list, minmax, clamp, structured bindings, to_array.
// std: c++20
#include "check.h"
#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

NOINLINE static double total(std::initializer_list<double> values) {
  double r = 0;
  for (double v : values)
    r += v * v;
  return r;
}

NOINLINE static double ends(std::span<const double> values) { return values.front() * values.back(); }

NOINLINE static std::array<double, 3> scaled(std::array<double, 3> a, double by) {
  for (double &v : a)
    v *= by;
  return a;
}

double f(const double *x) {
  auto a = std::to_array({x[0], x[1], x[2]});
  const auto [p, q, s] = scaled(a, x[0]);
  std::array<std::array<double, 3>, 2> grid = {a, scaled(a, 2)};
  auto [low, high] = std::minmax({x[0], x[1], x[2]});
  double r = total({p, q, x[0] * x[1]}) + s + ends(a) + ends(std::span(grid[1]).subspan(1));
  return r + low * high + std::clamp(x[1], -1.0, 1.0) + std::max({x[0], x[1] * x[2]}) + *std::max_element(a.begin(), a.end());
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
