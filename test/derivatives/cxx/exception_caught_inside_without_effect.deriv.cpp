// A try block whose handler returns a constant: the normal path is differentiated.
#include "check.h"
#include <stdexcept>

NOINLINE static double risky(double x) {
  if (x > 100)
    throw std::out_of_range("big");
  return x * x;
}
double f(double x) {
  double r = x;
  try {
    r *= risky(x);
  } catch (const std::out_of_range &) {
    return -1;
  }
  return r * x;
}

CHECK_SCALAR(f, 1.5, -0.5);
