// Eigen's sparse matrices: products, views, triangles, and iterations that solve with them.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#define CHECK_EXACTNESS 1e-9
#include "sparse_matrices.h"
#include <Eigen/IterativeLinearSolvers>

static double products(const double *x) {
  Sparse a = grid(x, 6), b = a * a.transpose();
  return weighed((b * vector(x, 6)).eval()) + weighed((general(x, 3, 6) * a).eval()) +
         weighed(Matrix(a.transpose() * a)) + a.sum() * b.norm();
}
PROGRAM(products);

static double coefficients(const double *x) {
  Sparse a = grid(x, 6), b = a.cwiseProduct(a) - 0.5 * a;
  a.coeffRef(0, 5) += x[1];
  a.prune(0.05);
  b += Sparse(a.transpose());
  return weighed(Matrix(b)) + b.diagonal().prod() + (a.cwiseAbs() * vector(x, 6)).sum() +
         a.coeff(2, 3);
}
PROGRAM(coefficients);

static double byRows(const double *x) {
  Eigen::SparseMatrix<double, Eigen::RowMajor> a(6, 6);
  a.reserve(Eigen::VectorXi::Constant(6, 3));
  for (int i = 0; i < 6; i++) {
    a.insert(i, i) = 3 + x[i % 4];
    a.insert(i, (i + 2) % 6) = x[(i + 1) % 4];
  }
  a.makeCompressed();
  Sparse columns = a;
  double sum =
      weighed((a * vector(x, 6)).eval()) + a.row(2).sum() + columns.middleCols(1, 3).norm();
  for (int k = 0; k < a.outerSize(); k++)
    for (decltype(a)::InnerIterator it(a, k); it; ++it)
      sum += it.value() * it.value() * double(it.row() - it.col());
  return sum;
}
PROGRAM(byRows);

static double triangles(const double *x) {
  Sparse a = grid(x, 7);
  return weighed(a.triangularView<Eigen::Lower>().solve(vector(x, 7)).eval()) +
         weighed(a.triangularView<Eigen::Upper>().solve(general(x, 7, 2)).eval()) +
         weighed((a.selfadjointView<Eigen::Lower>() * vector(x, 7)).eval());
}
PROGRAM(triangles);

static double conjugateGradients(const double *x) {
  Sparse a = symmetricGrid(x, 8);
  Eigen::ConjugateGradient<Sparse, Eigen::Lower | Eigen::Upper> solver(a);
  solver.setTolerance(1e-14);
  return weighed(solver.solve(vector(x, 8)).eval());
}
PROGRAM(conjugateGradients);

static double leastSquares(const double *x) {
  Sparse a = grid(x, 8).leftCols(5);
  Eigen::LeastSquaresConjugateGradient<Sparse> solver(a);
  solver.setTolerance(1e-14);
  return weighed(solver.solve(vector(x, 8)).eval());
}
PROGRAM(leastSquares);

static double stabilised(const double *x) {
  Sparse a = grid(x, 8);
  Eigen::BiCGSTAB<Sparse> diagonal(a);
  Eigen::BiCGSTAB<Sparse, Eigen::IncompleteLUT<double>> preconditioned(a);
  diagonal.setTolerance(1e-14);
  preconditioned.setTolerance(1e-14);
  return weighed(diagonal.solve(vector(x, 8)).eval()) +
         weighed(preconditioned.solve(vector(x, 8)).eval());
}
PROGRAM(stabilised);

static double incompleteCholesky(const double *x) {
  Sparse a = symmetricGrid(x, 8);
  Eigen::ConjugateGradient<Sparse, Eigen::Lower, Eigen::IncompleteCholesky<double>> solver(a);
  solver.setTolerance(1e-14);
  return weighed(solver.solve(vector(x, 8)).eval());
}
PROGRAM(incompleteCholesky);
