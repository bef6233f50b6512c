// A request with nothing active gives zero.
#include "check.h"
extern double __enzyme_autodiff_none(void *, ...);
extern double __enzyme_fwddiff_none(void *, ...);
double f(double x, const double *y) { return x * *y; }

CHECK_VALUES(closed) {
  double y = 4;
  EXPECT_EXACT(__enzyme_autodiff_none((void *)f, enzyme_const, 3.0, enzyme_const, &y), 0);
  EXPECT_EXACT(__enzyme_fwddiff_none((void *)f, enzyme_const, 3.0, enzyme_const, &y), 0);
  EXPECT_EXACT(y, 4);
}
