// Class and function templates, if constexpr, fold expressions, a recursive template.
#include "check.h"

template <int N> constexpr double power(double x) {
  if constexpr (N == 0)
    return 1;
  else
    return x * power<N - 1>(x);
}
template <class... T> double sumOfSquares(T... x) { return ((x * x) + ...); }
template <class T, int N> struct Polynomial {
  T c[N];
  T operator()(T x) const {
    T r = 0;
    for (int i = N; i-- > 0;)
      r = r * x + c[i];
    return r;
  }
};
double f(const double *x) {
  const Polynomial<double, 3> p = {{x[0], x[1], x[2]}};
  return p(x[1]) * power<4>(x[0]) + sumOfSquares(x[0], x[1], x[2] * x[0]);
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
