// std::span and initializer_list over active memory.
// std: c++20
#include "check.h"
#include <initializer_list>
#include <span>

static double norm(std::span<const double> v) {
  double r = 0;
  for (double e : v)
    r += e * e;
  return r;
}
static double product(std::initializer_list<double> v) {
  double r = 1;
  for (double e : v)
    r *= e;
  return r;
}
double f(const double *x, int n) {
  const std::span<const double> all(x, (size_t)n);
  return norm(all.first(2)) * norm(all.subspan(1)) + product({x[0], x[1] * x[1], 2, x[2]});
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
