// Eigen: dynamic and fixed matrices, products, norms, blocks, maps, coefficient-wise functions.
// flags: -I/usr/include/eigen3 -DEIGEN_DONT_VECTORIZE
#include "check.h"
#include <Eigen/Dense>

double f(const double *x) {
  Eigen::Map<const Eigen::VectorXd> v(x, 4);
  Eigen::MatrixXd a(4, 4);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      a(i, j) = v(i) * v(j) + (i == j);
  Eigen::Matrix3d small = a.block<3, 3>(0, 1);
  Eigen::VectorXd w = a * v + 2.0 * v;
  double r = w.dot(v) + (a * a.transpose()).trace() + small.determinant();
  r += w.norm() + v.array().square().exp().sum() * 0.01 + w.segment(1, 2).sum() + a.colwise().sum().maxCoeff();
  return r + w.head<2>().squaredNorm() + (v.asDiagonal() * a).sum();
}

CHECK_FUNCTION(f, 4, 0.5, -0.5, 0.75, 1.0);
