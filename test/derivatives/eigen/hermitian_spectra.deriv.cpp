// Eigenvalues and eigenvectors of Hermitian and of complex matrices by Eigen.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#define CHECK_EXACTNESS 1e-10
#include "numbers_of_eigen.h"

static double hermitian(const double *x) {
  ComplexMatrix a = complexMatrix(x, 3, 3);
  a = (a + a.adjoint()).eval();
  a.diagonal() << 1, 4, 9;
  Eigen::SelfAdjointEigenSolver<ComplexMatrix> solver(a);
  return weighed(solver.eigenvalues()) + weighed(solver.eigenvectors().cwiseAbs2().eval());
}
PROGRAM(hermitian);

static double complexValues(const double *x) {
  ComplexMatrix a = complexMatrix(x, 3, 3);
  a.diagonal() << Complex(1, x[0]), Complex(5, -x[1]), Complex(9, x[2] * x[3]);
  Eigen::ComplexEigenSolver<ComplexMatrix> solver(a);
  return weighedParts(solver.eigenvalues()) + weighed(solver.eigenvectors().cwiseAbs2().eval());
}
PROGRAM(complexValues);
