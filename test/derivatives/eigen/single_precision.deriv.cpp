// Products, inverses and decompositions of Eigen in single precision.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#define CHECK_REAL float
#include "numbers_of_eigen.h"

using Single = Eigen::MatrixXf;

static float product(const float *x) {
  Single a = general<Single>(x, 5, 6), b = general<Single>(x, 6, 3);
  return (a * b).squaredNorm() / 50;
}
PROGRAM(product);

static float solutions(const float *x) {
  Single a = positive<Single>(x, 5);
  Eigen::VectorXf b = vector<Eigen::VectorXf>(x, 5);
  return a.llt().solve(b).sum() + a.partialPivLu().solve(b).sum() +
         a.householderQr().solve(b).sum();
}
PROGRAM(solutions);

static float fixedSizes(const float *x) {
  Eigen::Matrix4f a = general<Eigen::Matrix4f>(x, 4, 4);
  return a.inverse().sum() + (a * a.transpose()).trace() / 10 +
         a.topLeftCorner<3, 3>().determinant() / 10;
}
PROGRAM(fixedSizes);
