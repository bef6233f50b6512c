// Singular values and vectors of more than 16 columns by Eigen's BDCSVD, which finds them by an
// iteration: their derivatives are those of the equation that it solves.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#define CHECK_EXACTNESS 1e-8 // some distances between values and poles are that small
#include "numbers_of_eigen.h"

/// Values that lie apart.
static Matrix spread(const real *x, int n, int m) {
  Matrix a = general(x, n, m);
  for (int i = 0; i < m; i++)
    a(i, i) += i;
  return a;
}

/// 34 columns are divided twice. U V' is the same whatever the signs of vectors.
static double decomposition(const double *x) {
  Matrix a = spread(x, 36, 34);
  Eigen::BDCSVD<Matrix> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  Matrix orthogonal = svd.matrixU() * svd.matrixV().transpose();
  return (weighed(svd.matrixU().cwiseAbs2().eval()) + weighed(orthogonal)) / 34 +
         weighed(svd.singularValues()) + svd.singularValues().array().log().sum();
}
PROGRAM(decomposition);
