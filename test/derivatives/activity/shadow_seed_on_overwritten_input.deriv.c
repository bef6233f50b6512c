// Input and output share memory through two pointers: a parameter both read and overwritten.
#include "check.h"
extern void __enzyme_autodiff_inout(void *, ...);
void f(double *x, const double *k) {
  x[0] = x[0] * x[0] * k[0];
  x[1] = x[0] * x[1];
}

CHECK_VALUES(closed) {
  double x[2] = {3, 5}, dx[2] = {0, 1}, k = 2, dk = 100;
  __enzyme_autodiff_inout((void *)f, enzyme_dup, x, dx, enzyme_dup, &k, &dk);
  EXPECT_EXACT(x[0], 18);
  EXPECT_EXACT(x[1], 90);
  EXPECT_EXACT(dx[0], 60);
  EXPECT_EXACT(dx[1], 18);
  EXPECT_EXACT(dk, 145);
}
