// Logarithms and powers of matrices by Eigen, through complex Schur forms.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#define CHECK_EXACTNESS 1e-10
#include "numbers_of_eigen.h"
#include <unsupported/Eigen/MatrixFunctions>

static double logarithm(const double *x) {
  Eigen::Matrix3d a = positive<Eigen::Matrix3d>(x, 3);
  return weighed(a.log().eval());
}
PROGRAM(logarithm);

static double power(const double *x) {
  Eigen::Matrix3d a = positive<Eigen::Matrix3d>(x, 3);
  return weighed(a.pow(1.7).eval());
}
PROGRAM(power);
