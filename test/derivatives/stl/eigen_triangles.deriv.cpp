// Eigen's solutions by triangles, lower and upper, from the left and from the right, of matrices by
// rows and by columns.
// only: -O2 asan
// flags: -I/usr/include/eigen3
#include "eigen_matrices.h"

NOINLINE static double solutions(const double *x) {
  ByColumns<double> a(8, 8), b(8, 9);
  ByRows<double> c(8, 8), d(8, 9);
  fill(a, x, 0.1), fill(b, x, 0.2), fill(c, x, -0.1), fill(d, x, 0.15);
  a.triangularView<Eigen::Lower>().solveInPlace(b);
  c.triangularView<Eigen::UnitUpper>().solveInPlace(b);
  a.transpose().triangularView<Eigen::Upper>().solveInPlace(d);
  ByColumns<double> e = b.transpose();
  c.triangularView<Eigen::Lower>().solveInPlace<Eigen::OnTheRight>(e);
  return b.sum() + 0.1 * e.squaredNorm() + d(1, 1) * d(2, 5);
}
CHECK_FUNCTION(solutions, 4, 0.5, -0.5, 0.75, 1.0);

NOINLINE static double vectors(const double *x) {
  ByColumns<double> a(8, 8);
  ByRows<double> c(8, 8);
  fill(a, x, 0.1), fill(c, x, -0.1);
  Vector<double> v = a.col(1), w = c.row(3).transpose();
  a.triangularView<Eigen::UnitLower>().solveInPlace(v);
  c.triangularView<Eigen::Upper>().solveInPlace(w);
  a.transpose().triangularView<Eigen::Lower>().solveInPlace(w);
  return v.dot(w) * 0.1 + w.sum();
}
CHECK_FUNCTION(vectors, 4, 0.5, -0.5, 0.75, 1.0);
