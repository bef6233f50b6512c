// A hundred thousand steps with an unknown trip count: the tape does not live on the stack.
#include "check.h"

double f(double x) {
  double r = x;
  long steps = 0;
  while (r < 2 && steps < 100000) {
    r += 1e-5 * sin(r) * x;
    steps++;
  }
  return r;
}

CHECK_VALUES(againstForward) {
  const double reverse = __enzyme_autodiff_check((void *)f, 0.5);
  const double forward = __enzyme_fwddiff_check((void *)f, enzyme_primal_return, 0.5, 1.0).tangent;
  EXPECT_CLOSE(reverse, forward, 1e-10);
  const double h = 1e-5;
  EXPECT_CLOSE(reverse, (f(0.5 + h) - f(0.5 - h)) / (2 * h), 1e-6);
}
