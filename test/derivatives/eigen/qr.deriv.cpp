// Eigen's QR factorisations: Householder's, with columns or both pivoted, complete orthogonal;
// least squares, factors, inverses.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "numbers_of_eigen.h"

static double householderFixed(const double *x) {
  Eigen::Matrix3d a = general<Eigen::Matrix3d>(x, 3, 3);
  Eigen::HouseholderQR<Eigen::Matrix3d> qr(a);
  Eigen::Matrix3d q = qr.householderQ();
  return weighed(q) + weighed(qr.solve(a.col(1).cwiseAbs2()).eval()) + qr.logAbsDeterminant();
}
PROGRAM(householderFixed);

static double leastSquares(const double *x) {
  Matrix a = general(x, 8, 4);
  Eigen::HouseholderQR<Matrix> qr(a);
  Matrix r = qr.matrixQR().topRows(4).triangularView<Eigen::Upper>();
  Matrix thin = qr.householderQ() * Matrix::Identity(8, 4);
  return weighed(qr.solve(vector(x, 8)).eval()) + weighed(r) + weighed(thin);
}
PROGRAM(leastSquares);

static double blockedHouseholder(const double *x) {
  Rows a = general<Rows>(x, 40, 34);
  a.diagonal().array() += 10;
  Eigen::HouseholderQR<Rows> qr(a);
  Vector b = vector(x, 40);
  b.applyOnTheLeft(qr.householderQ().transpose());
  return weighed(b) + qr.matrixQR().diagonal().cwiseAbs().array().log().sum();
}
PROGRAM(blockedHouseholder);

static double columnsPivoted(const double *x) {
  Matrix a = general(x, 7, 5);
  Eigen::ColPivHouseholderQR<Matrix> qr(a);
  Matrix q = qr.householderQ();
  return weighed(qr.solve(vector(x, 7)).eval()) + weighed(q) + qr.maxPivot() + qr.rank();
}
PROGRAM(columnsPivoted);

static double columnsPivotedSquare(const double *x) {
  Eigen::Matrix4d a = general<Eigen::Matrix4d>(x, 4, 4);
  Eigen::ColPivHouseholderQR<Eigen::Matrix4d> qr(a);
  return weighed(qr.inverse().eval()) + qr.logAbsDeterminant() + qr.colsPermutation().indices()(0);
}
PROGRAM(columnsPivotedSquare);

static double bothPivotedSquare(const double *x) {
  Matrix a = general(x, 5, 5);
  Eigen::FullPivHouseholderQR<Matrix> qr(a);
  return weighed(qr.solve(vector(x, 5)).eval()) + weighed(Matrix(qr.matrixQ())) +
         qr.absDeterminant();
}
PROGRAM(bothPivotedSquare);

static double completeOrthogonal(const double *x) {
  Matrix a = general(x, 6, 2) * general(x, 2, 5);
  Eigen::CompleteOrthogonalDecomposition<Matrix> cod(a);
  return weighed(cod.solve(vector(x, 6)).eval()) + weighed(cod.pseudoInverse().eval()) + cod.rank();
}
PROGRAM(completeOrthogonal);

static double sequenceOfReflections(const double *x) {
  Matrix a = general(x, 5, 5), b = general(x, 5, 2);
  Eigen::HouseholderQR<Matrix> qr(a);
  b.applyOnTheLeft(qr.householderQ().adjoint());
  Matrix c = general(x, 3, 5) * qr.householderQ();
  return weighed(b) + weighed(c);
}
PROGRAM(sequenceOfReflections);

static double complexQr(const double *x) {
  ComplexMatrix a = complexMatrix(x, 5, 3);
  Eigen::VectorXcd b = complexMatrix(x, 5, 1);
  return weighedParts(a.householderQr().solve(b).eval()) +
         weighedParts(a.colPivHouseholderQr().solve(b).eval());
}
PROGRAM(complexQr);
