// Polynomials multiplied, composed and integrated by templates over their degree.
#include "check.h"
#include <array>
#include <cstddef>

template <std::size_t N> struct Polynomial {
  std::array<double, N + 1> c{};
  double operator()(double x) const {
    double r = 0;
    for (std::size_t i = N + 1; i-- > 0;)
      r = r * x + c[i];
    return r;
  }
  Polynomial<N + 1> integral() const {
    Polynomial<N + 1> p;
    for (std::size_t i = 0; i <= N; i++)
      p.c[i + 1] = c[i] / double(i + 1);
    return p;
  }
};
template <std::size_t N, std::size_t M> Polynomial<N + M> operator*(const Polynomial<N> &a, const Polynomial<M> &b) {
  Polynomial<N + M> p;
  for (std::size_t i = 0; i <= N; i++)
    for (std::size_t j = 0; j <= M; j++)
      p.c[i + j] += a.c[i] * b.c[j];
  return p;
}
template <std::size_t K, std::size_t N> auto power(const Polynomial<N> &p) {
  if constexpr (K == 1)
    return p;
  else
    return p * power<K - 1>(p);
}

double f(const double *x) {
  const Polynomial<2> p{{x[0], x[1], 0.5}};
  const auto q = power<3>(p).integral();
  return q(x[1]) - q(0.1) + (p * p)(x[0]);
}

CHECK_FUNCTION(f, 2, 0.5, -0.75);
