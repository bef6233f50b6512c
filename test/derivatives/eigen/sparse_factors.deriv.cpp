// Eigen's sparse factorisations: Cholesky's two, LU and QR, with their orderings.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "sparse_matrices.h"
#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>
#include <Eigen/SparseQR>

static double simplicialLlt(const double *x) {
  Eigen::SimplicialLLT<Sparse> factor(symmetricGrid(x, 9));
  return weighed(factor.solve(vector(x, 9)).eval()) + factor.determinant() / 1e6;
}
PROGRAM(simplicialLlt);

static double simplicialLdlt(const double *x) {
  Eigen::SimplicialLDLT<Sparse, Eigen::Upper> factor;
  Sparse a = symmetricGrid(x, 9);
  factor.analyzePattern(a);
  factor.factorize(a);
  return weighed(factor.solve(general(x, 9, 2)).eval()) + factor.vectorD().array().log().sum();
}
PROGRAM(simplicialLdlt);

static double sparseLu(const double *x) {
  Sparse a = grid(x, 9);
  Eigen::SparseLU<Sparse> lu(a);
  return weighed(lu.solve(vector(x, 9)).eval()) + lu.logAbsDeterminant();
}
PROGRAM(sparseLu);

static double sparseQr(const double *x) {
  Sparse a = grid(x, 9).leftCols(6);
  a.makeCompressed();
  Eigen::SparseQR<Sparse, Eigen::COLAMDOrdering<int>> qr(a);
  Vector b = vector(x, 9);
  Vector rotated = qr.matrixQ().transpose() * b;
  return weighed(qr.solve(b).eval()) + rotated.head(6).squaredNorm();
}
PROGRAM(sparseQr);
