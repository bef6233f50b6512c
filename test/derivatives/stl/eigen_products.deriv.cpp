// Eigen's products of dynamic matrices by rows and by columns, large enough for its kernels
// (passes/library/blas/Eigen.h): added to what is there, with a factor. They keep matrices alone.
// only: -O2 asan
// flags: -I/usr/include/eigen3
#include "eigen_matrices.h"
template <class Result, class... Arguments> Result __enzyme_autodiff(void *, Arguments...);

NOINLINE static double products(const double *x) {
  ByColumns<double> a(8, 11), c(8, 8);
  ByRows<double> b(11, 8);
  fill(a, x, 0.1), fill(b, x, -0.2), fill(c, x, 0.3);
  c.noalias() += x[0] * a * b;
  ByRows<double> d(8, 8);
  d.noalias() = x[3] * c * a.leftCols(8).transpose();
  d.noalias() -= b.transpose() * a.transpose();
  return d.squaredNorm() * 0.01 + d(1, 2) - c(2, 3) * d(0, 1);
}
CHECK_FUNCTION(products, 4, 0.5, -0.5, 0.75, 1.0);

static double square(const double *x, int rows) {
  Eigen::Map<const Eigen::MatrixXd> a(x, rows, rows);
  Eigen::MatrixXd square = a * a;
  return square(0, 1) + square.squaredNorm();
}

CHECK_VALUES(keeps_matrices_alone) {
  const int rows = 48, count = rows * rows;
  static double x[count], dx[count];
  for (int i = 0; i < count; i++)
    x[i] = 0.01 * (i % 7) - 0.02;
  enzyme_rt_tape_forget_peak();
  __enzyme_autodiff<void>((void *)square, enzyme_dup, x, dx, enzyme_const, rows);
  EXPECT_TRUE(enzyme_rt_tape_peak() < 4 * sizeof x);
}
