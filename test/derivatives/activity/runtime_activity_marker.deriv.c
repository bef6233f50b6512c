// enzyme_runtime_activity: the same by request.
#include "check.h"
extern double __enzyme_autodiff_select(void *, ...);
double f(double *x, double *y, int sel) {
  double *p = sel ? x : y;
  return *p * *p;
}

CHECK_VALUES(both) {
  double x = 3, dx = 0, y = 4;
  __enzyme_autodiff_select((void *)f, enzyme_runtime_activity, enzyme_dup, &x, &dx, enzyme_const,
                           &y, 1);
  EXPECT_EXACT(dx, 6);
  EXPECT_EXACT(y, 4);
  dx = 0;
  __enzyme_autodiff_select((void *)f, enzyme_runtime_activity, enzyme_dup, &x, &dx, enzyme_const,
                           &y, 0);
  EXPECT_EXACT(dx, 0);
  EXPECT_EXACT(y, 4);
}
