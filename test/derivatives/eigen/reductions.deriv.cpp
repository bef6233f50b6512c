// Reductions of Eigen: sums, norms, extremes, by rows and by columns, visitors, with a function of
// the program's own; broadcasting and coefficient-wise functions around them.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "numbers_of_eigen.h"
#include <unsupported/Eigen/SpecialFunctions>

static double plainReductions(const double *x) {
  Matrix a = general(x, 5, 4);
  Eigen::Matrix3d b = general<Eigen::Matrix3d>(x, 3, 3);
  return a.sum() * a.mean() + b.prod() + b.trace() * a.trace();
}
PROGRAM(plainReductions);

static double norms(const double *x) {
  Matrix a = general(x, 6, 3);
  Vector v = vector(x, 7);
  return a.norm() + a.squaredNorm() + a.lpNorm<1>() + a.lpNorm<Eigen::Infinity>() + v.lpNorm<3>() +
         v.stableNorm() * v.blueNorm() + v.hypotNorm() + v.normalized()(2) +
         v.stableNormalized()(3);
}
PROGRAM(norms);

static double extremes(const double *x) {
  Matrix a = general(x, 5, 6);
  Index i, j, k;
  double most = a.maxCoeff(&i, &j), least = a.col(2).minCoeff(&k);
  return most * least + a(j % 5, i) + a(k, 0) + a.rowwise().maxCoeff().prod();
}
PROGRAM(extremes);

static double partialReductions(const double *x) {
  Matrix a = general(x, 6, 5);
  Rows r = general<Rows>(x, 5, 6);
  return weighed(a.colwise().norm().eval()) + weighed(r.rowwise().mean().eval()) +
         weighed(a.rowwise().squaredNorm().eval()) + a.colwise().normalized()(2, 3) +
         r.colwise().prod().sum();
}
PROGRAM(partialReductions);

static double broadcast(const double *x) {
  Matrix a = general(x, 4, 6);
  Vector v = vector(x, 4);
  Eigen::RowVectorXd w = vector(x, 6).transpose();
  a.colwise() += v;
  a.rowwise() -= w;
  a.array().colwise() *= v.array();
  return weighed(a) + a.replicate(2, 1).col(1).squaredNorm() + a.reverse()(0, 1);
}
PROGRAM(broadcast);

static double ofTheProgramsOwn(const double *x) {
  Matrix a = general(x, 4, 4);
  auto joined = [](double p, double q) { return p + q - 0.1 * p * q; };
  return a.redux(joined) + a.unaryExpr([](double p) { return p / (1 + p * p); }).sum() +
         a.binaryExpr(a.transpose(), joined).sum() +
         Matrix::NullaryExpr(3, 3, [&](Index i, Index j) { return x[i] * x[j]; }).sum();
}
PROGRAM(ofTheProgramsOwn);

struct Visitor {
  double sum = 0;
  void init(const double &value, Index, Index) { sum = value; }
  void operator()(const double &value, Index i, Index j) { sum += value * value * double(i - j); }
};
static double visited(const double *x) {
  Visitor visitor;
  general(x, 4, 5).visit(visitor);
  return visitor.sum;
}
PROGRAM(visited);

static double coefficients(const double *x) {
  Eigen::ArrayXXd a = general(x, 5, 5).array();
  Eigen::ArrayXXd b = (a.exp() / (1 + a.exp())).log1p() + a.tanh() * a.atan() + a.square().sqrt();
  b +=
      (a.abs() + 1).pow(0.3) + a.sinh().cwiseMin(2) + a.cube().max(-1.0) + (a.square() + 2).log10();
  return (b * (a > 0.5).select(a, -2 * a)).sum() + (a.erf() * a.cos().acos()).sum() +
         (a < 0).count();
}
PROGRAM(coefficients);
