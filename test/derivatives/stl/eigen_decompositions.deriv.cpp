// Eigen: inverse, LLT, LU and QR solves of a small system.
// flags: -I/usr/include/eigen3 -DEIGEN_DONT_VECTORIZE
#include "check.h"
#include <Eigen/Dense>

double f(const double *x) {
  Eigen::Matrix3d a;
  a << 4 + x[0], x[1], 0.5, x[1], 5, x[2], 0.5, x[2], 6 + x[0] * x[0];
  Eigen::Vector3d b(x[0], x[1], 1);
  double r = a.inverse().sum() + a.llt().solve(b).sum() + a.partialPivLu().solve(b).squaredNorm();
  return r + a.llt().matrixL().determinant();
}

CHECK_FUNCTION(f, 3, 0.5, -0.5, 0.75);
