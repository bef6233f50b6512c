// Parameter packs: folds, index sequences, recursive variadic templates.
// std: c++17
#include "check.h"
#include <tuple>
#include <utility>

template <class... Ts> NOINLINE double sumOfSquares(Ts... values) { return (0.0 + ... + (values * values)); }
template <class... Ts> NOINLINE bool allPositive(Ts... values) { return (... && (values > -10)); }

static double last(double x) { return x; }
template <class... Ts> static double last(double, Ts... rest) { return last(rest...); }

template <std::size_t... I> static double dot(const double *x, std::index_sequence<I...>) {
  return ((x[I] * x[sizeof...(I) - 1 - I]) + ...);
}

template <class F, class... Ts> static void forEach(F &&f, Ts &&...values) { (f(std::forward<Ts>(values)), ...); }

double f(const double *x) {
  double r = sumOfSquares(x[0], float(2), x[1], 3) + last(x[0], x[1], x[2] * x[0]);
  if (allPositive(x[0], x[1]))
    r *= dot(x, std::make_index_sequence<3>());
  forEach([&r](auto v) { r += v * r * 0.1; }, x[0], 2, x[1]);
  return r;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
