// Eigen's functions of matrices: exponential, square root, Kronecker products.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#define CHECK_EXACTNESS 1e-10
#include "numbers_of_eigen.h"
#include <unsupported/Eigen/KroneckerProduct>
#include <unsupported/Eigen/MatrixFunctions>

static double exponential(const double *x) {
  Matrix a = 0.5 * general(x, 4, 4);
  return weighed(a.exp().eval()) + weighed((-0.2 * a).eval().exp().eval());
}
PROGRAM(exponential);

static double squareRoot(const double *x) {
  Matrix a = positive(x, 4);
  return weighed(a.sqrt().eval());
}
PROGRAM(squareRoot);

static double kronecker(const double *x) {
  Matrix a = general(x, 3, 2), b = general(x, 2, 4);
  return weighed(Matrix(Eigen::kroneckerProduct(a, b)));
}
PROGRAM(kronecker);
