// The exponential of a small matrix by scaling and squaring, with operator overloads.
#include "check.h"
#include <array>
#include <cstddef>

template <std::size_t N> using Square = std::array<std::array<double, N>, N>;

template <std::size_t N> Square<N> operator*(const Square<N> &a, const Square<N> &b) {
  Square<N> c{};
  for (std::size_t i = 0; i < N; i++)
    for (std::size_t j = 0; j < N; j++)
      for (std::size_t k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}

template <std::size_t N> Square<N> exponential(Square<N> a) {
  Square<N> sum{}, term{};
  for (std::size_t i = 0; i < N; i++)
    sum[i][i] = term[i][i] = 1;
  for (auto &row : a)
    for (double &v : row)
      v /= 8;
  for (int k = 1; k < 12; k++) {
    term = term * a;
    for (std::size_t i = 0; i < N; i++)
      for (std::size_t j = 0; j < N; j++)
        sum[i][j] += term[i][j] /= k;
  }
  for (int k = 0; k < 3; k++)
    sum = sum * sum;
  return sum;
}

double f(const double *x) {
  const Square<3> a = {{{x[0], x[1], 0}, {-x[1], 0.2, x[2]}, {x[2] * x[0], 0.1, x[1]}}};
  const Square<3> e = exponential<3>(a);
  return e[0][0] + e[1][2] * e[2][1] + e[2][2];
}

CHECK_FUNCTION(f, 3, 0.5, -0.5, 0.75);
