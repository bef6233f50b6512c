// Singular values and vectors by Eigen's JacobiSVD, where values are equal but for rounding: U V' is
// determined, U and V are not. With fused multiplications equal values differ by rounding.
// only: -O2
// flags: -march=native -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "numbers_of_eigen.h"
#include <Eigen/Geometry>
#include <Eigen/SVD>

static double inSpace(const double *x) {
  Eigen::AngleAxisd turn(x[0], Eigen::Vector3d(x[1], 1, x[2]).normalized());
  Eigen::Affine3d t(turn * Eigen::UniformScaling<double>(1.7 + x[3]));
  return weighed(Eigen::Matrix3d(t.rotation()));
}
PROGRAM(inSpace);

static double dynamicSize(const double *x) {
  Matrix a = Matrix::Identity(5, 5) * (1 + x[0] * x[1]);
  for (int i = 0; i < 4; i++)
    a.applyOnTheRight(i, i + 1, Eigen::JacobiRotation<double>(cos(x[i]), sin(x[i])));
  Eigen::JacobiSVD<Matrix, Eigen::NoQRPreconditioner> svd(a,
                                                          Eigen::ComputeThinU | Eigen::ComputeThinV);
  return weighed((svd.matrixU() * svd.matrixV().transpose()).eval()) + svd.singularValues().sum();
}
PROGRAM(dynamicSize);

static double apart(const double *x) {
  Eigen::Matrix4d a = general<Eigen::Matrix4d>(x, 4, 4);
  a.diagonal() += Eigen::Vector4d(1, 2, 3, 4);
  Eigen::JacobiSVD<Eigen::Matrix4d> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return weighed(svd.matrixU().cwiseAbs2().eval()) + weighed(svd.singularValues()) +
         weighed((svd.matrixU() * svd.matrixV().transpose()).eval());
}
PROGRAM(apart);
