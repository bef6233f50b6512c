// Eigen's Cholesky factorisations: LLT and LDLT, both triangles, fixed, dynamic, blocked, in place,
// updated, of Hermitian matrices.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "numbers_of_eigen.h"

static double fixedFactors(const double *x) {
  Eigen::Matrix3d a = positive<Eigen::Matrix3d>(x, 3);
  Eigen::Matrix4d b = positive<Eigen::Matrix4d>(x, 4);
  return weighed(a.llt().solve(a.col(0).cwiseAbs2()).eval()) +
         weighed(Eigen::Matrix4d(b.llt().matrixL())) +
         weighed(b.ldlt().solve(general<Eigen::Matrix4d>(x, 4, 4)).eval());
}
PROGRAM(fixedFactors);

static double dynamicFactor(const double *x) {
  Matrix a = positive(x, 6);
  Eigen::LLT<Matrix, Eigen::Upper> upper(a);
  Matrix u = upper.matrixU();
  return weighed(u) + weighed(upper.solve(general(x, 6, 3)).eval()) +
         u.diagonal().array().log().sum();
}
PROGRAM(dynamicFactor);

static double blockedFactor(const double *x) {
  Matrix a = positive(x, 40);
  Eigen::LLT<Matrix> factor(a);
  return factor.matrixLLT().diagonal().array().log().sum() +
         vector(x, 40).dot(factor.solve(vector(x, 40)));
}
PROGRAM(blockedFactor);

static double inPlace(const double *x) {
  Rows a = positive<Rows>(x, 5);
  Eigen::LLT<Eigen::Ref<Rows>> factor(a);
  Vector b = vector(x, 5);
  factor.solveInPlace(b);
  return weighed(b) + a.diagonal().prod() + a(3, 1);
}
PROGRAM(inPlace);

static double updated(const double *x) {
  Matrix a = positive(x, 5);
  Eigen::LLT<Matrix> factor(a);
  factor.rankUpdate(vector(x, 5), 0.5);
  factor.rankUpdate(a.col(1), -0.02);
  return weighed(factor.solve(vector(x, 5)).eval()) + 1 / factor.rcond();
}
PROGRAM(updated);

static double indefinite(const double *x) {
  Matrix a = positive(x, 6);
  a(1, 1) = -3;
  a(4, 4) = -7 * x[2];
  Eigen::LDLT<Matrix> factor(a);
  return weighed(factor.solve(general(x, 6, 2)).eval()) + factor.vectorD().prod() +
         weighed(Matrix(factor.matrixL()));
}
PROGRAM(indefinite);

static double upperOfLdlt(const double *x) {
  Rows a = positive<Rows>(x, 6);
  Eigen::LDLT<Rows, Eigen::Upper> factor(a);
  factor.rankUpdate(vector(x, 6), 0.3);
  return weighed(factor.solve(vector(x, 6)).eval()) +
         factor.vectorD().cwiseAbs().array().log().sum() + (factor.isPositive() ? 1 : 0);
}
PROGRAM(upperOfLdlt);

static double hermitian(const double *x) {
  ComplexMatrix a = complexMatrix(x, 4, 4);
  a = (a * a.adjoint()).eval() + ComplexMatrix::Identity(4, 4);
  Eigen::VectorXcd b = complexMatrix(x, 4, 1);
  return weighedParts(a.llt().solve(b).eval()) + weighedParts(a.ldlt().solve(b).eval());
}
PROGRAM(hermitian);
