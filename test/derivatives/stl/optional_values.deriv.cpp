// optional: empty or holding a value, returned and chained.
// std: c++23
#include "check.h"
#include <optional>

NOINLINE static std::optional<double> rootOf(double x) {
  if (x < 0)
    return std::nullopt;
  return __builtin_sqrt(x);
}

double f(const double *x) {
  double r = 0;
  for (int i = 0; i < 3; i++)
    if (auto root = rootOf(x[i]))
      r += *root * (i + 1);
    else
      r += x[i];
  std::optional<double> cached;
  for (int i = 0; i < 3; i++) {
    if (!cached)
      cached.emplace(r * r);
    r += *cached * x[i];
    if (i == 1)
      cached.reset();
  }
  r += rootOf(x[0]).transform([](double v) { return v * v * v; }).value_or(2.0);
  return r + rootOf(-x[0]).value_or(x[1]);
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
