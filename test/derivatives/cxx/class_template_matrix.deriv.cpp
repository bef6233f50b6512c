// A fixed-size matrix template with operators, a determinant by recursion over sizes, and friends.
#include "check.h"
#include <array>
#include <cstddef>

template <std::size_t N> struct Matrix {
  std::array<std::array<double, N>, N> a{};
  double &operator()(std::size_t i, std::size_t j) { return a[i][j]; }
  double operator()(std::size_t i, std::size_t j) const { return a[i][j]; }
  friend Matrix operator*(const Matrix &l, const Matrix &r) {
    Matrix m;
    for (std::size_t i = 0; i < N; i++)
      for (std::size_t j = 0; j < N; j++)
        for (std::size_t k = 0; k < N; k++)
          m(i, j) += l(i, k) * r(k, j);
    return m;
  }
  double determinant() const;
};

template <std::size_t N> double Matrix<N>::determinant() const {
  double r = 0;
  for (std::size_t skip = 0; skip < N; skip++) {
    Matrix<N - 1> minor;
    for (std::size_t i = 1; i < N; i++)
      for (std::size_t j = 0, to = 0; j < N; j++)
        if (j != skip)
          minor(i - 1, to++) = a[i][j];
    r += (skip % 2 ? -1 : 1) * a[0][skip] * minor.determinant();
  }
  return r;
}
template <> double Matrix<1>::determinant() const { return a[0][0]; }

double f(const double *x) {
  Matrix<4> m;
  for (int i = 0; i < 16; i++)
    m.a[i / 4][i % 4] = x[i % 3] + (i % 5) * x[1] + (i / 4 == i % 4);
  return (m * m).determinant() * 1e-3 + m.determinant();
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
