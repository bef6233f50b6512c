// std::bit_cast of a double to an integer, its sign flipped, and back.
// std: c++20
#include "check.h"

#include <bit>
#include <cstdint>
static double through(double v) {
  auto u = std::bit_cast<std::uint64_t>(v);
  return std::bit_cast<double>(u ^ (std::uint64_t(1) << 63));
}
double f(const double *x, int n) { return through(x[0] * x[0]) + through(x[1]); }
CHECK_FUNCTION_N(f, 2, 3, 1);
