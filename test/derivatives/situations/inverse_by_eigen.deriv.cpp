// Sum of the entries of Eigen's inverse of a fixed 4x4 matrix at 2*I: every entry of the gradient is
// -0.25.
// matrix: full
// flags: -isystem /usr/include/eigen3 -DEIGEN_DONT_VECTORIZE
#include "check.h"
#include <Eigen/LU>

double f(const double *x) {
  Eigen::Matrix4d inverse = Eigen::Map<const Eigen::Matrix4d>(x).inverse();
  return inverse.sum();
}

CHECK_FUNCTION(f, 16, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 1, 2, 0, 1, 0, 3, 1, 0, 2, 0,
               1, 1, 1, 0, 0, 4);
CHECK_VALUES(closed) {
  double x[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2}, dx[16] = {0};
  __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, dx);
  for (int i = 0; i < 16; i++)
    EXPECT_CLOSE(dx[i], -0.25, 1e-15);
}
