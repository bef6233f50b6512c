// noexcept functions, destructors that run while unwinding, and function try blocks that rethrow.
#include "check.h"
#include <stdexcept>
#include <vector>

struct Guard {
  int &count;
  explicit Guard(int &c) : count(c) { ++count; }
  ~Guard() noexcept { --count; }
};

NOINLINE static double checked(double x, int &count) {
  Guard guard(count);
  std::vector<double> v(3, x);
  if (x > 50)
    throw std::range_error("large");
  return v[0] * v[1] * v[2];
}

NOINLINE static double plain(double x) noexcept { return x * x; }

double f(const double *x) {
  int count = 0;
  Guard outer(count);
  return checked(x[0], count) * plain(x[1]) + count;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
