// Second derivatives of a matrix product by Eigen in a function of its own: between the addresses
// that a loop's tape keeps lie integers, of which a difference is no distance of two objects.
// only: -O2
// flags: -I/usr/include/eigen3
#include "check.h"
#include <Eigen/Dense>
using Eigen::MatrixXd;
template <class Result, class... Arguments> Result __enzyme_autodiff(void *, Arguments...);
template <class Result, class... Arguments> Result __enzyme_fwddiff(void *, Arguments...);
NOINLINE static void times(const MatrixXd &a, const MatrixXd &b, MatrixXd &c) { c.noalias() = a * b; }
static double cost(const double *p, int n) {
  MatrixXd a(n, n), b(n, n), c(n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a(i, j) = p[i] * (j + 1);
      b(i, j) = p[j] + i;
    }
  times(a, b, c);
  return c.sum() + c(0, 1) * c(1, 0);
}
static void gradient(const double *p, double *dp, int n) {
  __enzyme_autodiff<void>((void *)cost, enzyme_dup, p, dp, enzyme_const, n);
}
CHECK_VALUES(forward_over_reverse) {
  double p[] = {0.9, 1.2, 0.7}, direction[] = {1, -0.5, 0.3}, g[3] = {}, h[3] = {};
  __enzyme_fwddiff<void>((void *)gradient, enzyme_dup, p, direction, enzyme_dup, g, h, enzyme_const, 3);
  double up[3], down[3], above[3] = {}, below[3] = {};
  for (int i = 0; i < 3; i++) {
    up[i] = p[i] + 1e-5 * direction[i];
    down[i] = p[i] - 1e-5 * direction[i];
  }
  gradient(up, above, 3);
  gradient(down, below, 3);
  for (int i = 0; i < 3; i++)
    EXPECT_CLOSE(h[i], (above[i] - below[i]) / 2e-5, 1e-6);
}
