// Code compiled with strict floating point uses constrained operations.
// flags: -ffp-model=strict
#include "check.h"

double f(double x) {
  return sin(x) * x / (x + 2) - sqrt(x) * (x > 1 ? x : 3) + (double)(float)x * 2;
}

CHECK_VALUES(closed) {
  const double x = 1.5;
  const double expected =
      (cos(x) * x + sin(x)) / (x + 2) - sin(x) * x / ((x + 2) * (x + 2)) - 1.5 * sqrt(x) + 2;
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)f, x), expected, 1e-12);
}
