// enzyme_interleave: all shadows follow the marker (words 1.6).
#include "check.h"
double f(double *x, double *y, double *z, double k) { return *x * *y * *z * k; }
double __enzyme_autodiff(void *, ...);

CHECK_VALUES(words) {
  double x = 2, y = 3, z = 5, dx = 0, dz = 0;
  double dk = __enzyme_autodiff((void *)f, enzyme_dup, &x, enzyme_const, &y, enzyme_dup, &z,
                                enzyme_out, 7.0, enzyme_interleave, &dx, &dz);
  EXPECT_CLOSE(dk, 30, 1e-12);
  EXPECT_CLOSE(dx, 105, 1e-12);
  EXPECT_CLOSE(dz, 42, 1e-12);
}
