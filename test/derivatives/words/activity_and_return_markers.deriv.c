// Every activity and return marker, anywhere in the call (words 1.5).
#include "check.h"
double f(double *x, double *y, int sel) {
  double *p = sel ? x : y;
  return *p * *p;
}
void sq(double *x, double *y) { *y = *x * *x; }
double cube(double x) { return x * x * x; }
double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_v(void *, ...);
double __enzyme_fwddiff(void *, ...);

CHECK_VALUES(words) {
  EXPECT_CLOSE(__enzyme_autodiff((void *)cube, enzyme_out, 3.0), 27, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff((void *)cube, enzyme_active_return, 3.0), 27, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff((void *)cube, enzyme_const_return, 3.0), 0, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff((void *)cube, enzyme_noret, 3.0), 27, 1e-12);
  EXPECT_CLOSE(
      __enzyme_fwddiff((void *)cube, enzyme_dup_return, enzyme_dup, 3.0, 1.0, enzyme_nofree), 27,
      1e-12);
  EXPECT_CLOSE(__enzyme_fwddiff((void *)cube, enzyme_const, 3.0), 0, 1e-12);
  double x = 3, dx = 0, y = 4;
  int sel = 1;
  __enzyme_autodiff((void *)f, enzyme_runtime_activity, enzyme_dup, &x, &dx, enzyme_const, &y, sel);
  EXPECT_CLOSE(dx, 6, 1e-12);
  EXPECT_CLOSE(y, 4, 1e-12);
  double o = -1, d = 1;
  dx = 0;
  __enzyme_autodiff_v((void *)sq, &x, &dx, enzyme_dupnoneed, &o, &d);
  EXPECT_CLOSE(dx, 6, 1e-12);
  EXPECT_CLOSE(d, 0, 1e-12);
}
