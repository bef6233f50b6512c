// Lambdas inside the function: captures by value, by reference, mutable, generic, returned, and
// nested.
#include "check.h"

static auto scaler(double by) {
  return [by](double x) { return by * x * x; };
}
double f(const double *x, int n) {
  double total = 0, weight = x[0];
  auto add = [&](double v) { total += v * weight; };
  auto next = [weight]() mutable { return weight *= 1.5; };
  auto twice = [](auto g, auto v) { return g(g(v)); };
  for (int i = 0; i < n; i++) {
    add(x[i]);
    weight = next() * x[i];
    total = twice(scaler(0.1 * x[i]), total);
  }
  auto recursive = [&](auto &self, int k) -> double {
    return k < 0 ? 1 : x[k] * self(self, k - 1) + total;
  };
  return recursive(recursive, n - 1);
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
