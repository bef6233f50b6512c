// Two reverse calls add their gradients in one shadow; outputs are seeded again each time.
#include "check.h"
extern void __enzyme_autodiff_twice(void *, ...);
void f(const double *x, double *y) { *y = x[0] * x[0] * x[1]; }

CHECK_VECTOR(f, 2, 1, 3, 4);
CHECK_VALUES(twice) {
  double x[2] = {3, 4}, dx[2] = {100, 0}, y = 0, dy = 1;
  __enzyme_autodiff_twice((void *)f, enzyme_dup, x, dx, enzyme_dup, &y, &dy);
  EXPECT_EXACT(dx[0], 124);
  EXPECT_EXACT(dy, 0);
  dy = 10;
  __enzyme_autodiff_twice((void *)f, enzyme_dup, x, dx, enzyme_dup, &y, &dy);
  EXPECT_EXACT(dx[0], 364);
  EXPECT_EXACT(dx[1], 99);
}
