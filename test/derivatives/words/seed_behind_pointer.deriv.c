// Any seed: a void function with its result behind a pointer, and what its shadows hold before and
// after.
#include "check.h"
extern void __enzyme_autodiff_out(void *, ...);
extern void __enzyme_fwddiff_out(void *, ...);
void f(const double *x, double *y) { *y = *x * *x; }

CHECK_VALUES(reverse) {
  double x = 3, dx = 5, y = 0, dy = 10;
  __enzyme_autodiff_out((void *)f, &x, &dx, &y, &dy);
  EXPECT_EXACT(y, 9);
  EXPECT_EXACT(dx, 65);
  EXPECT_EXACT(dy, 0);
}
CHECK_VALUES(forward) {
  double x = 3, dx = 2, y = 0, dy = 77;
  __enzyme_fwddiff_out((void *)f, &x, &dx, &y, &dy);
  EXPECT_EXACT(dy, 12);
  EXPECT_EXACT(dx, 2);
}
