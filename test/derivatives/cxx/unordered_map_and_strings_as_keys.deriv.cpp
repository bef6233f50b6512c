// Active values in an unordered_map keyed by strings.
#include "check.h"
#include <string>
#include <unordered_map>

double f(const double *x, int n) {
  std::unordered_map<std::string, double> m;
  static const char *const names[3] = {"alpha", "beta", "a rather long name for a parameter"};
  for (int i = 0; i < n; i++)
    m[names[i]] = x[i] * x[i];
  m["beta"] *= m["alpha"];
  return m.at(names[1]) * m[names[2]] + m["missing"] * x[0];
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
