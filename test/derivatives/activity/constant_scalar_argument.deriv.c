// enzyme_const on a scalar drops its derivative; the other's is unchanged.
#include "check.h"
extern double __enzyme_autodiff_mixed(void *, ...);
extern double __enzyme_fwddiff_mixed(void *, ...);
double f(double x, double y) { return x * x * y; }

CHECK_VALUES(closed) {
  EXPECT_EXACT(__enzyme_autodiff_mixed((void *)f, enzyme_const, 3.0, 5.0), 9);
  EXPECT_EXACT(__enzyme_autodiff_mixed((void *)f, 3.0, enzyme_const, 5.0), 30);
  EXPECT_EXACT(__enzyme_autodiff_mixed((void *)f, enzyme_out, 3.0, enzyme_const, 5.0), 30);
  EXPECT_EXACT(__enzyme_fwddiff_mixed((void *)f, enzyme_const, 3.0, enzyme_dup, 5.0, 2.0), 18);
}
