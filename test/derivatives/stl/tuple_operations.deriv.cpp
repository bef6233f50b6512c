// tuples made, tied, concatenated, applied and compared.
#include "check.h"
#include <tuple>
#include <utility>

NOINLINE static std::tuple<double, int, double> parts(double x) {
  return {x * x, 3, x + 1};
}

template <class Tuple, std::size_t... I> double sumOf(const Tuple &t, std::index_sequence<I...>) {
  return (... + std::get<I>(t));
}

double f(const double *x) {
  auto [square, count, next] = parts(x[0]);
  double a, b;
  std::tie(a, std::ignore, b) = parts(x[1]);
  auto all = std::tuple_cat(std::make_tuple(a, b), std::make_pair(square, next), std::make_tuple(count));
  double r = sumOf(all, std::make_index_sequence<5>());
  r += std::apply([](double p, double q, double s, double t, int n) { return p * q * s * t * n; }, all);
  if (std::make_tuple(x[0], 1) < std::make_tuple(x[1], 2))
    r *= 2;
  std::pair<double, double> swapped = std::exchange(std::get<0>(all), 1.0) > 0 ? std::pair{a, b} : std::pair{b, a};
  return r + swapped.first * 3 + swapped.second;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
