// Static locals initialised once under a guard, constant to the derivative.
#include "check.h"
#include <vector>

NOINLINE static const std::vector<double> &weights() {
  static const std::vector<double> table = [] {
    std::vector<double> w;
    for (int i = 0; i < 5; i++)
      w.push_back(1.0 / (i + 1));
    return w;
  }();
  return table;
}

struct Registry {
  double scale;
  static Registry &instance() {
    static Registry registry{2.5};
    return registry;
  }
};

double f(const double *x, int n) {
  double r = 0;
  for (int i = 0; i < n; i++)
    r += weights()[i] * x[i] * x[i] * Registry::instance().scale;
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
