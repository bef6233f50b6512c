// The permutation of a pivoted factorisation of Eigen, kept in a structure that is a parameter.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "numbers_of_eigen.h"

struct Factors {
  Eigen::PermutationMatrix<Dynamic> order;
  Matrix r;
};
NOINLINE static void factorise(Factors &factors, const Matrix &a) {
  Eigen::ColPivHouseholderQR<Matrix> qr(a);
  factors.order = qr.colsPermutation();
  factors.r = qr.matrixQR().triangularView<Eigen::Upper>();
}
static double keptPermutation(const double *x) {
  Factors factors;
  factorise(factors, general(x, 5, 5));
  return weighed((factors.r * factors.order.transpose()).eval());
}
PROGRAM(keptPermutation);
