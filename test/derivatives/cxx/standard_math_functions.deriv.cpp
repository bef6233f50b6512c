// C++'s own mathematics: hypot of three, lerp, clamp, midpoint, min and max of lists, float
// overloads.

// std: c++20
#include "check.h"
#include <algorithm>
#include <cmath>
#include <numeric>

double f(const double *x) {
  double r = std::hypot(x[0], x[1], x[2]) + std::lerp(x[0], x[1], x[2]);
  r *= std::clamp(x[1], 0.0, x[2]) + std::midpoint(x[0], x[2]);
  r += std::min({x[0], x[1], x[2]}) * std::max(x[0], x[1]);
  return r + std::pow(x[0], 3) + std::abs(x[1] - 5) + std::sqrt(std::fabs(x[2]));
}

CHECK_FUNCTION(f, 3, 0.5, 1.5, 0.75, 0.6, 0.7, 2);
