// Concepts, requires clauses, abbreviated templates, consteval and constinit.
// std: c++20
#include "check.h"
#include <array>
#include <concepts>
#include <cstddef>

template <class T>
concept Field = requires(T a, T b) {
  { a + b } -> std::convertible_to<T>;
  { a *b } -> std::convertible_to<T>;
};

consteval std::array<double, 4> coefficients() {
  std::array<double, 4> c{};
  double factor = 1;
  for (std::size_t i = 0; i < c.size(); i++)
    c[i] = factor /= double(i + 1);
  return c;
}
constinit static const std::array<double, 4> table = coefficients();

template <Field T> constexpr T horner(const auto &c, T x) {
  T r = 0;
  for (std::size_t i = c.size(); i-- > 0;)
    r = r * x + c[i];
  return r;
}

static double apply(std::invocable<double> auto &&g, std::floating_point auto x) { return g(x); }

double f(const double *x) {
  return horner(table, x[0]) + apply([&](double v) { return v * x[1]; }, x[0]) + horner(std::array{x[0], x[1]}, 2.0);
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
