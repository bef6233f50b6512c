// bind with placeholders, mem_fn, ref, invoke, not_fn.
#include "check.h"
#include <functional>

struct Line {
  double slope, offset;
  double at(double x) const { return slope * x + offset; }
};

NOINLINE static double mix(double a, double b, double t) { return a * (1 - t) + b * t * t; }

double f(const double *x) {
  using namespace std::placeholders;
  auto half = std::bind(mix, _2, _1, 0.5);
  auto third = std::bind(mix, x[0], _1, x[1]);
  Line line{x[0], x[1]};
  auto at = std::mem_fn(&Line::at);
  auto slope = std::mem_fn(&Line::slope);
  double total = 0;
  auto add = [](double &to, double v) { to += v; };
  std::bind(add, std::ref(total), _1)(x[0] * x[1]);
  auto bound = std::bind(&Line::at, &line, _1);
  return half(x[0], x[1]) + third(x[1]) + at(line, x[1]) * slope(line) + total + bound(2.0) + std::invoke(&Line::at, line, x[0]);
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
