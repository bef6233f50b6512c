// std::complex: polar, exp, pow, sqrt, trigonometry, division, norm, arg.
#include "check.h"
#include <complex>

using C = std::complex<double>;

double f(const double *x) {
  const C z(x[0], x[1]);
  C w = std::polar(1.5, x[0]) * z + std::exp(z) / (z + 2.0);
  w += std::pow(z, 2) + std::pow(z, C(0.5, 0.25)) + std::pow(z, 1.5) + std::sqrt(z);
  w -= std::sin(z) * std::cosh(z) + std::log(z) - std::tan(z) + std::atan(z);
  w *= std::conj(z) + C(0, 1);
  return std::norm(w) + std::abs(w) * std::arg(w) + w.real() * w.imag() + std::proj(z).real();
}

CHECK_FUNCTION(f, 2, 0.5, 1.25, 1.0, -0.75);
