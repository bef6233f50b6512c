// Eigen with its vector instructions: blocks that overlap, views with strides and by indices, shapes
// changed in place, permutations, rotations.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
#define CHECK_ROUNDED
#include "check.h"
#include <Eigen/Dense>
#include <vector>

using Eigen::Map, Eigen::Dynamic, Eigen::seq, Eigen::last, Eigen::all;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

static Matrix matrix(const double *x, int n, int m) {
  Matrix a(n, m);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a(i, j) = sin(x[(i + 2 * j) % 4] * (1 + i) + j) + (i == j ? 3 : 0);
  return a;
}

static Vector vector(const double *x, int n) {
  Vector a(n);
  for (int i = 0; i < n; i++)
    a(i) = cos(x[i % 4] * (1 + i));
  return a;
}

static double blocks(const double *x) {
  Matrix a = matrix(x, 6, 6);
  a.block(1, 1, 3, 3) = a.block(2, 2, 3, 3).transpose().eval() * 2;
  a.topRightCorner(2, 2).swap(a.bottomLeftCorner(2, 2));
  a.row(0) = a.col(3).transpose();
  a.middleCols(2, 2) *= x[1];
  a.diagonal(1).array() += x[0];
  return a.squaredNorm() + a.bottomRows(2).sum() + a(seq(0, 4, 2), last).sum() +
         a(std::vector<int>{3, 1, 4}, all).squaredNorm();
}
CHECK_FUNCTION(blocks, 4, 0.7, -0.4, 0.9, 0.35);

static double maps(const double *x) {
  using Strides = Eigen::Stride<Dynamic, Dynamic>;
  Vector d = vector(x, 24), w = matrix(x, 5, 5).reshaped();
  Map<const Matrix, 0, Strides> outer(d.data(), 3, 4, Strides(6, 2));
  Map<Vector, 0, Eigen::InnerStride<3>> third(d.data(), 8);
  Map<Eigen::Matrix<double, -1, -1, Eigen::RowMajor>> rows(d.data(), 4, 6);
  double before = outer.squaredNorm();
  third *= 2;
  rows.row(1) += rows.row(2);
  return before + d.reshaped(6, 4).colwise().sum().squaredNorm() + w.dot(w) +
         w.reshaped<Eigen::RowMajor>(5, 5).row(2).sum() * x[3];
}
CHECK_FUNCTION(maps, 4, 0.7, -0.4, 0.9, 0.35);

static double permuted(const double *x) {
  Eigen::PermutationMatrix<-1> p(5);
  p.indices() << 2, 0, 1, 4, 3;
  Matrix a = p * matrix(x, 5, 5);
  a = a * p.transpose();
  Vector v = vector(x, 5), essential(4);
  Eigen::JacobiRotation<double> rotation;
  rotation.makeGivens(x[0], x[1]);
  a.applyOnTheLeft(0, 1, rotation.adjoint());
  double tau, beta;
  v.makeHouseholder(essential, tau, beta);
  return a.row(0).dot(vector(x, 5)) + (a.rowwise().reverse() * v).sum() + essential.squaredNorm() +
         tau * beta;
}
CHECK_FUNCTION(permuted, 4, 0.7, -0.4, 0.9, 0.35);
