// Products of Eigen of every size and kind: fixed, dynamic and large ones, by rows, by triangles,
// symmetric, diagonal, in place, of complex numbers.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "numbers_of_eigen.h"

static double fixedProducts(const double *x) {
  Eigen::Matrix2d a = general<Eigen::Matrix2d>(x, 2, 2);
  Eigen::Matrix3d b = general<Eigen::Matrix3d>(x, 3, 3);
  Eigen::Matrix4d c = general<Eigen::Matrix4d>(x, 4, 4);
  Eigen::Matrix<double, 3, 4> d = general<Eigen::Matrix<double, 3, 4>>(x, 3, 4);
  return weighed((a * a).eval()) + weighed((b * d * c).eval()) +
         weighed((d.transpose() * b).eval());
}
PROGRAM(fixedProducts);

static double dynamicChain(const double *x) {
  Matrix a = general(x, 3, 5), b = general(x, 5, 4), c = general(x, 4, 2);
  return weighed((a * b * c).eval());
}
PROGRAM(dynamicChain);

static double blockedProduct(const double *x) {
  Matrix a = general(x, 37, 29), b = general(x, 29, 41);
  return weighed((a * b).eval()) / 100;
}
PROGRAM(blockedProduct);

static double matrixTimesVector(const double *x) {
  Matrix a = general(x, 7, 5);
  Rows r = general<Rows>(x, 5, 7);
  Vector v = vector(x, 5);
  return weighed((a * v).eval()) + weighed((r * (a * v)).eval()) + (v.transpose() * r).sum();
}
PROGRAM(matrixTimesVector);

static double innerAndOuter(const double *x) {
  Vector v = vector(x, 6), w = vector(x + 1, 3);
  Matrix o = v * w.transpose();
  return v.dot(v) * w.squaredNorm() + weighed(o) + weighed((w * v.transpose() * o).eval());
}
PROGRAM(innerAndOuter);

static double accumulated(const double *x) {
  Matrix a = general(x, 5, 5), b = general(x, 5, 5), c = a;
  c.noalias() += a * b;
  c.noalias() -= 0.5 * b.transpose() * a;
  c *= a;
  return weighed(c) + weighed(a.lazyProduct(b).eval());
}
PROGRAM(accumulated);

static double mixedOrders(const double *x) {
  Matrix a = general(x, 9, 9);
  Rows r = a.transpose() * 0.5;
  Rows p = a * r;
  Matrix q = r * a.transpose() + p;
  return weighed(q);
}
PROGRAM(mixedOrders);

static double symmetricProducts(const double *x) {
  Matrix a = positive(x, 9), b = general(x, 9, 4), c = Matrix::Zero(9, 9);
  Vector v = vector(x, 9);
  c.selfadjointView<Eigen::Lower>().rankUpdate(b, 0.5);
  c.selfadjointView<Eigen::Lower>().rankUpdate(v, a.col(1), 0.25);
  return weighed((a.selfadjointView<Eigen::Upper>() * b).eval()) + weighed(c) +
         weighed((a.selfadjointView<Eigen::Lower>() * v).eval());
}
PROGRAM(symmetricProducts);

static double triangularProducts(const double *x) {
  Matrix a = general(x, 9, 9), b = general(x, 9, 4);
  return weighed((a.triangularView<Eigen::Upper>() * b).eval()) +
         weighed((a.triangularView<Eigen::UnitLower>() * b.col(1)).eval()) +
         weighed((b.transpose() * a.triangularView<Eigen::StrictlyLower>()).eval());
}
PROGRAM(triangularProducts);

static double diagonalAndPermuted(const double *x) {
  Matrix a = general(x, 5, 5);
  Vector d = vector(x, 5);
  Eigen::PermutationMatrix<5> p;
  p.indices() << 3, 0, 4, 1, 2;
  a = d.asDiagonal() * a * d.cwiseInverse().asDiagonal();
  return weighed((p * a).eval()) + weighed((a * p.inverse()).eval());
}
PROGRAM(diagonalAndPermuted);

static double complexProducts(const double *x) {
  ComplexMatrix a = complexMatrix(x, 5, 6), b = complexMatrix(x, 6, 3);
  Eigen::VectorXcd v = b.col(1);
  return weighedParts((a * b).eval()) + weighedParts((a.adjoint() * (a * v)).eval()) +
         std::abs(v.dot(b.col(2)));
}
PROGRAM(complexProducts);
