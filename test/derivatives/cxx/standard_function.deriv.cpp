// std::function holding lambdas with captures, passed and stored.
#include "check.h"
#include <functional>

NOINLINE static double integrate(const std::function<double(double)> &g, double b) {
  double sum = 0;
  for (int i = 0; i < 5; i++)
    sum += g(b * (i + 0.5) / 5);
  return sum * b / 5;
}
double f(const double *x) {
  const double a = x[0];
  std::function<double(double)> g = [a, x](double t) { return a * t * t + x[1]; };
  const double first = integrate(g, x[2]);
  if (first > 0)
    g = [first](double t) { return first * t; };
  return integrate(g, x[0]) * first;
}

CHECK_FUNCTION(f, 3, 0.5, 1.5, 0.75, 0.5, -1.5, 0.75);
