// A call that only computes throws and is caught inside: the handler's own way is differentiated.
#include "check.h"
#include <stdexcept>

NOINLINE static double root(double x) {
  if (x < 0)
    throw std::domain_error("negative");
  return sqrt(x);
}

double f(const double *x) {
  double r = 0;
  for (int i = 0; i < 3; i++) {
    try {
      r += root(x[i]) * x[0];
    } catch (const std::domain_error &) {
      r += x[i] * x[i];
    }
  }
  return r;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
