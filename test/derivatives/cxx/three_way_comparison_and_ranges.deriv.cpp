// Defaulted <=> between structures with values decides branches.
// std: c++20
#include "check.h"
#include <algorithm>
#include <compare>
#include <vector>

struct Version {
  int major;
  double weight;
  auto operator<=>(const Version &) const = default;
};

double f(const double *x) {
  std::vector<Version> v = {{2, x[0]}, {1, x[1]}, {2, x[2]}, {1, x[0] * x[1]}};
  std::sort(v.begin(), v.end());
  double r = 0;
  for (std::size_t i = 0; i < v.size(); i++)
    r += v[i].weight * v[i].weight * double(i + 1) * v[i].major;
  if ((v[0] <=> v[1]) < 0)
    r *= x[2];
  return v[0] == v[1] ? 0 : r;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
