// Views composed with | : transform, filter, take, drop, reverse, iota, zip by hand.
// std: c++20
#include "check.h"
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

double f(const double *x, int n) {
  std::span<const double> values(x, n);
  double r = 0;
  for (double v : values | std::views::transform([](double a) { return a * a; }) | std::views::take(3))
    r += v;
  for (double v : values | std::views::filter([](double a) { return a > 0; }) | std::views::reverse)
    r = r * 0.5 + v;
  for (int i : std::views::iota(0, n) | std::views::drop(1))
    r += values[i] * values[i - 1];
  auto squares = values | std::views::drop_while([](double a) { return a < 1.5 && a > 0; }) | std::views::common;
  r += std::accumulate(squares.begin(), squares.end(), 0.0);
  std::vector<std::vector<double>> nested = {{x[0], x[1]}, {x[2]}};
  for (double v : nested | std::views::join)
    r *= v + 2;
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
