// std::complex: abs(z)^2 at 3+4i is (6,8); real part of exp(z) at 0.5+1i.
// matrix: full
#include "check.h"
#include <complex>
using Complex = std::complex<double>;

double squaredAbs(const double *x) {
  const double a = std::abs(Complex(x[0], x[1]));
  return a * a;
}
double realExp(const double *x) { return std::exp(Complex(x[0], x[1])).real(); }
double mixed(const double *x) {
  const Complex z(x[0], x[1]), w = z * z / (z + Complex(1, -1)) + 2.0 * std::conj(z);
  return std::norm(w) + std::arg(z) + w.imag();
}

CHECK_FUNCTION(squaredAbs, 2, 3, 4);
CHECK_FUNCTION(realExp, 2, 0.5, 1);
CHECK_FUNCTION(mixed, 2, 0.5, 1);
CHECK_VALUES(closed) {
  double x[2] = {3, 4}, dx[2] = {0, 0};
  __enzyme_autodiff_checkv((void *)squaredAbs, enzyme_dup, x, dx);
  EXPECT_CLOSE(dx[0], 6, 1e-14);
  EXPECT_CLOSE(dx[1], 8, 1e-14);
  x[0] = 0.5, x[1] = 1, dx[0] = dx[1] = 0;
  __enzyme_autodiff_checkv((void *)realExp, enzyme_dup, x, dx);
  EXPECT_CLOSE(dx[0], 0.89080791, 1e-7);
  EXPECT_CLOSE(dx[1], -1.38735111, 1e-7);
}
