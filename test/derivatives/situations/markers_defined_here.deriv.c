// Markers written `int enzyme_dup;` without extern: the two-norm at (3,4) is (0.6, 0.8).
// matrix: full
#include "check.h"

int enzyme_dup, enzyme_const, enzyme_out;
extern void __enzyme_autodiff_norm(void *, ...);
double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}

CHECK_VALUES(closed) {
  double x[2] = {3, 4}, dx[2] = {0, 0};
  __enzyme_autodiff_norm((void *)norm, enzyme_dup, x, dx, enzyme_const, 2);
  EXPECT_CLOSE(dx[0], 0.6, 1e-15);
  EXPECT_CLOSE(dx[1], 0.8, 1e-15);
  const int through = enzyme_dup;
  __enzyme_autodiff_norm((void *)norm, through, x, dx, 2);
  EXPECT_CLOSE(dx[0], 1.2, 1e-15);
}
