// Generic, recursive, mutable, init-captured and immediately called lambdas.
// std: c++20
#include "check.h"
#include <functional>

double f(const double *x) {
  auto square = [](auto v) { return v * v; };
  double r = square(x[0]) + square(3);
  auto power = [](auto &&self, double v, int n) -> double { return n == 0 ? 1 : v * self(self, v, n - 1); };
  r += power(power, x[1], 4);
  auto counter = [sum = 0.0](double v) mutable { return sum += v; };
  counter(x[0]);
  counter(x[1]);
  r *= counter(2.0);
  const double scaled = [&] {
    if (r > 0)
      return r * x[0];
    return -r;
  }();
  std::function<double(int)> fibonacci = [&](int n) { return n < 2 ? x[n] : fibonacci(n - 1) + 0.5 * fibonacci(n - 2); };
  auto templated = []<class T>(T a, T b) { return a * b; };
  auto compose = [](auto g, auto h) { return [=](double v) { return g(h(v)); }; };
  return scaled + fibonacci(6) + templated(x[0], x[1]) + compose(square, [&](double v) { return v + x[1]; })(x[0]);
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
