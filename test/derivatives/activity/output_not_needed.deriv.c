// enzyme_dupnoneed: the derivative is right though the result behind the pointer need not be.
#include "check.h"
extern void __enzyme_autodiff_noneed(void *, ...);
extern void __enzyme_fwddiff_noneed(void *, ...);
void f(const double *x, double *y) {
  y[0] = sin(x[0]) * x[1];
  y[1] = y[0] * y[0];
}

CHECK_VALUES(closed) {
  double x[2] = {1, 2}, dx[2] = {0, 0}, y[2] = {0, 0}, dy[2] = {0, 1};
  __enzyme_autodiff_noneed((void *)f, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy);
  const double s = sin(1) * 2;
  EXPECT_CLOSE(dx[0], 2 * s * 2 * cos(1), 1e-14);
  EXPECT_CLOSE(dx[1], 2 * s * sin(1), 1e-14);
  EXPECT_TRUE(dy[0] == 0 && dy[1] == 0);
  double tx[2] = {1, 0}, ty[2] = {9, 9};
  __enzyme_fwddiff_noneed((void *)f, enzyme_dup, x, tx, enzyme_dupnoneed, y, ty);
  EXPECT_CLOSE(ty[1], 2 * s * 2 * cos(1), 1e-14);
}
