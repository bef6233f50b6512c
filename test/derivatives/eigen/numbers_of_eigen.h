// Matrices of Eigen filled from four numbers, for programs whose every function takes these to one
// number. Forward mode, reverse mode and differences are compared; lanes and halves are other
// tests'. Derivatives take products and solutions by code of their own, which rounds otherwise than
// Eigen.
#define CHECK_ROUNDED
#define CHECK_NO_LANES
#define CHECK_NO_SPLIT
#include "check.h"
#include <Eigen/Dense>
#include <complex>

using Eigen::Dynamic, Eigen::Index;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Rows = Eigen::Matrix<double, Dynamic, Dynamic, Eigen::RowMajor>;
using Complex = std::complex<double>;
using ComplexMatrix = Eigen::MatrixXcd;

/// Full rank, far from symmetric, of condition some ten.
template <class M = Matrix> static M general(const real *x, int n, int m) {
  M a(n, m);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a(i, j) = sin(x[(i + 2 * j) % 4] * (1 + 0.37 * (i % 5)) + 1.3 * j) + (i == j ? 3 : 0);
  return a;
}

/// Symmetric and positive, its eigenvalues apart.
template <class M = Matrix> static M positive(const real *x, int n) {
  M a(n, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      a(i, j) = a(j, i) = (i == j ? 2.0 + i : 0.0) + cos(x[(i + j) % 4] * (1 + j)) / (2 + i - j);
  return a;
}

template <class V = Vector> static V vector(const real *x, int n) {
  V v(n);
  for (int i = 0; i < n; i++)
    v(i) = cos(x[i % 4] * (1 + i % 5)) + 0.1 * i;
  return v;
}

static inline ComplexMatrix complexMatrix(const real *x, int n, int m) {
  ComplexMatrix a(n, m);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a(i, j) = Complex(sin(x[(i + 2 * j) % 4] * (1 + i) + j) + (i == j ? 3 : 0),
                        x[(i + j) % 4] / (1 + j));
  return a;
}

/// A weighted sum: no entry's derivative is hidden by another's.
template <class A> static double weighed(const A &a) {
  double sum = 0;
  for (Index i = 0; i < a.rows(); i++)
    for (Index j = 0; j < a.cols(); j++)
      sum += a(i, j) * (1 + 0.3 * double(i) - 0.2 * double(j));
  return sum;
}
template <class A> static double weighedParts(const A &a) {
  return weighed(a.real().eval()) + 0.7 * weighed(a.imag().eval());
}

#define PROGRAM(f) CHECK_FUNCTION(f, 4, 0.7, -0.4, 0.9, 0.35)
