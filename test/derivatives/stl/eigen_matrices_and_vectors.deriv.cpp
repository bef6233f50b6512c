// Eigen's products of matrices and vectors: vectors that lie together, in a row, in a column.
// only: -O2 asan
// flags: -I/usr/include/eigen3
#include "eigen_matrices.h"

NOINLINE static double applications(const double *x) {
  ByColumns<double> a(8, 11);
  ByRows<double> b(11, 8);
  fill(a, x, 0.1), fill(b, x, -0.2);
  Vector<double> v = b * a.row(1).head(8).transpose(), w = a * v;
  w.noalias() += x[1] * (b.transpose() * v);
  b.col(3).noalias() -= 0.1 * (a.transpose() * w);
  a.row(2).noalias() += w.transpose() * b.transpose();
  return v.dot(w.head(2).sum() * v) * 0.01 + w.sum() + b(2, 3) * a(2, 7);
}
CHECK_FUNCTION(applications, 4, 0.5, -0.5, 0.75, 1.0);
