// A derivative inside a differentiated function: second derivatives by each nesting of the modes.
#include "check.h"
extern double __enzyme_autodiff_outer(void *, double);
extern double __enzyme_fwddiff_outer(void *, double, double);
double f(double x) { return x * x * x * x + sin(x); }
double reverse(double x) { return __enzyme_autodiff_outer((void *)f, x); }
double forward(double x) { return __enzyme_fwddiff_outer((void *)f, x, 1.0); }

CHECK_VALUES(second) {
  const double x = 3, expected = 12 * x * x - sin(x);
  EXPECT_CLOSE(reverse(x), 4 * x * x * x + cos(x), 1e-14);
  EXPECT_CLOSE(forward(x), 4 * x * x * x + cos(x), 1e-14);
  EXPECT_CLOSE(__enzyme_fwddiff_outer((void *)reverse, x, 1.0), expected, 1e-14);
  EXPECT_CLOSE(__enzyme_autodiff_outer((void *)reverse, x), expected, 1e-14);
  EXPECT_CLOSE(__enzyme_autodiff_outer((void *)forward, x), expected, 1e-14);
  EXPECT_CLOSE(__enzyme_fwddiff_outer((void *)forward, x, 1.0), expected, 1e-14);
}
