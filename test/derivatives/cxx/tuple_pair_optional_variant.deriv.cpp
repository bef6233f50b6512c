// tuple, pair, structured bindings, optional and variant with active members.
#include "check.h"
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

NOINLINE static std::pair<double, double> split(double x) { return {x * x, x + 1}; }
NOINLINE static std::optional<double> root(double x) {
  if (x < 0)
    return std::nullopt;
  return std::sqrt(x);
}
using Either = std::variant<int, double, std::pair<double, double>>;
NOINLINE static double value(const Either &e) {
  if (auto *d = std::get_if<double>(&e))
    return *d * *d;
  if (auto *p = std::get_if<std::pair<double, double>>(&e))
    return p->first * p->second;
  return std::get<int>(e);
}
double f(double x, double y) {
  const auto [square, next] = split(x);
  std::tuple<double, int, double> t(square * y, 3, next);
  std::get<0>(t) *= std::get<1>(t);
  const double r = root(y).value_or(x) + root(-1.0).value_or(x);
  return std::get<0>(t) * std::get<2>(t) + r * value(Either(x * y)) +
         value(Either(std::pair(x, r))) + value(Either(2)) * x;
}

CHECK_SCALAR2(f, 0.5, 1.5);
