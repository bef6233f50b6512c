// Forward mode from a tape through calls that may throw, with objects to be destroyed then.
#define CHECK_FROM_TAPE
#include "check.h"
#include <stdexcept>
#include <vector>

static int open;
struct Guard {
  Guard() { open++; }
  ~Guard() { open--; }
};

NOINLINE static double mayThrow(double x, int limit) {
  if (x > limit)
    throw std::runtime_error("too large");
  return sin(x) * x;
}

static double f(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    Guard guard;
    sum += mayThrow(x[i] + sum, 100) * x[0];
  }
  return open == 0 ? sum : -1;
}
CHECK_FUNCTION_N(f, 3, 0.7, -0.4, 0.3);
