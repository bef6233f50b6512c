// double g; f(x) { g = x*x; return g*x; } at 3 is 27 at every level.
#include "check.h"
double g;
double f(double x) {
  g = x * x;
  return g * x;
}

CHECK_SCALAR(f, 3);
CHECK_VALUES(closed) { EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 3.0), 27); }
