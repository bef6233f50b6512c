// Powers at zero: finite partials are exact, 0 * infinity never makes a NaN.
#include "check.h"

double square(double x) { return pow(x, 2.0); }
double linear(double x) { return pow(x, 1.0); }
double zeroth(double x) { return pow(x, 0.0); }
double scaledRoot(double x, double y) { return pow(x, 0.5) * y; }
double guarded(double x, double y) { return y == 0 ? x : pow(x, y); }

CHECK_SCALAR(square, 0);
CHECK_SCALAR(linear, 0);
CHECK_SCALAR(zeroth, 0, 2);
CHECK_SCALAR2(guarded, 2, 1.5);
CHECK_VALUES(zeroAdjointStaysZero) {
  // d/dx = y * 0.5 * x^-0.5 with an adjoint of y = 0; d/dy = sqrt(0)
  const checkTwo d = __enzyme_autodiff_check2((void *)scaledRoot, 0.0, 0.0);
  EXPECT_EXACT(d.first, 0);
  EXPECT_EXACT(d.second, 0);
  const checkTwo g = __enzyme_autodiff_check2((void *)guarded, 0.0, 0.0);
  EXPECT_EXACT(g.first, 1);
  EXPECT_EXACT(g.second, 0);
}
