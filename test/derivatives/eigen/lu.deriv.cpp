// Eigen's LU factorisations with partial and with full pivoting: solutions, inverses, determinants,
// factors.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "numbers_of_eigen.h"

static double partialFixed(const double *x) {
  Eigen::Matrix3d a = general<Eigen::Matrix3d>(x, 3, 3);
  a.row(0).swap(a.row(2));
  Eigen::PartialPivLU<Eigen::Matrix3d> lu(a);
  return weighed(lu.solve(a.col(1).cwiseAbs2()).eval()) + lu.determinant() +
         weighed(lu.inverse().eval());
}
PROGRAM(partialFixed);

static double partialDynamic(const double *x) {
  Matrix a = general(x, 7, 7).colwise().reverse();
  Eigen::PartialPivLU<Matrix> lu(a);
  return weighed(lu.solve(general(x, 7, 2)).eval()) + weighed(lu.matrixLU()) + 1 / lu.rcond() +
         weighed(lu.reconstructedMatrix()) + weighed(lu.transpose().solve(vector(x, 7)).eval());
}
PROGRAM(partialDynamic);

static double partialBlocked(const double *x) {
  Rows a = general<Rows>(x, 36, 36).colwise().reverse();
  for (int i = 0; i < 36; i++)
    a(i, (i * 7) % 36) += 10;
  Eigen::PartialPivLU<Rows> lu(a);
  return weighed(lu.solve(vector(x, 36)).eval()) +
         lu.matrixLU().diagonal().cwiseAbs().array().log().sum();
}
PROGRAM(partialBlocked);

static double partialInPlace(const double *x) {
  Matrix a = general(x, 5, 5);
  Eigen::PartialPivLU<Eigen::Ref<Matrix>> lu(a);
  return weighed(lu.solve(vector(x, 5)).eval()) + weighed(a);
}
PROGRAM(partialInPlace);

static double fullFixed(const double *x) {
  Eigen::Matrix4d a = general<Eigen::Matrix4d>(x, 4, 4);
  Eigen::FullPivLU<Eigen::Matrix4d> lu(a);
  return weighed(lu.solve(general<Eigen::Matrix4d>(x, 4, 4)).eval()) + lu.determinant();
}
PROGRAM(fullFixed);

static double fullDynamic(const double *x) {
  Matrix a = general(x, 6, 6);
  Eigen::FullPivLU<Matrix> lu(a);
  return weighed(lu.inverse().eval()) + weighed(lu.solve(vector(x, 6)).eval()) +
         weighed(lu.matrixLU()) + lu.maxPivot() + lu.rank();
}
PROGRAM(fullDynamic);

static double complexLu(const double *x) {
  ComplexMatrix a = complexMatrix(x, 4, 4);
  Eigen::VectorXcd b = complexMatrix(x, 4, 1);
  return weighedParts(a.partialPivLu().solve(b).eval()) +
         weighedParts(a.fullPivLu().solve(b).eval());
}
PROGRAM(complexLu);
