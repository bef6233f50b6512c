// Solutions by triangles from both sides, inverses and determinants of Eigen, fixed and dynamic.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "numbers_of_eigen.h"

static double leftSolutions(const double *x) {
  Matrix a = general(x, 7, 7), b = general(x, 7, 3);
  return weighed(a.triangularView<Eigen::Lower>().solve(b).eval()) +
         weighed(a.triangularView<Eigen::Upper>().solve(b.col(1)).eval()) +
         weighed(a.transpose().triangularView<Eigen::Lower>().solve(b).eval());
}
PROGRAM(leftSolutions);

static double rightSolutions(const double *x) {
  Matrix a = general(x, 6, 6), b = general(x, 3, 6);
  a *= 0.4;
  Matrix unit = a.triangularView<Eigen::UnitUpper>().solve<Eigen::OnTheRight>(b);
  Matrix c = b;
  a.triangularView<Eigen::Lower>().solveInPlace<Eigen::OnTheRight>(c);
  return weighed(unit) + weighed(c);
}
PROGRAM(rightSolutions);

static double rowsAndFixed(const double *x) {
  Rows a = general<Rows>(x, 8, 8), b = general<Rows>(x, 8, 2);
  Eigen::Matrix3d c = general<Eigen::Matrix3d>(x, 3, 3);
  return weighed(a.triangularView<Eigen::Upper>().solve(b).eval()) +
         weighed(c.triangularView<Eigen::Lower>().solve(c.col(2)).eval());
}
PROGRAM(rowsAndFixed);

static double largeTriangle(const double *x) {
  Matrix a = general(x, 33, 33), b = general(x, 33, 5);
  a.diagonal().array() += 20;
  return weighed(a.triangularView<Eigen::Lower>().solve(b).eval());
}
PROGRAM(largeTriangle);

template <int n> static double inverted(const double *x) {
  using M = Eigen::Matrix<double, n, n>;
  M a = general<M>(x, n, n);
  return weighed(a.inverse().eval()) + a.determinant();
}
static double inverseOfTwo(const double *x) { return inverted<2>(x); }
static double inverseOfThree(const double *x) { return inverted<3>(x); }
static double inverseOfFour(const double *x) { return inverted<4>(x); }
static double inverseOfFive(const double *x) { return inverted<5>(x); }
PROGRAM(inverseOfTwo);
PROGRAM(inverseOfThree);
PROGRAM(inverseOfFour);
PROGRAM(inverseOfFive);

static double inverseOfAny(const double *x) {
  Matrix a = general(x, 7, 7);
  Rows b = general<Rows>(x, 6, 6);
  return weighed(a.inverse().eval()) + log(fabs(a.determinant())) + weighed(b.inverse().eval());
}
PROGRAM(inverseOfAny);

static double inverseChecked(const double *x) {
  Eigen::Matrix3d a = general<Eigen::Matrix3d>(x, 3, 3), inverse;
  double determinant;
  bool invertible;
  a.computeInverseAndDetWithCheck(inverse, determinant, invertible);
  return invertible ? weighed(inverse) * determinant : 0;
}
PROGRAM(inverseChecked);

static double complexInverse(const double *x) {
  ComplexMatrix a = complexMatrix(x, 4, 4);
  return weighedParts(a.inverse().eval()) + std::norm(a.determinant());
}
PROGRAM(complexInverse);
