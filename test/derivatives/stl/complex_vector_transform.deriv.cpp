// A discrete Fourier transform over vector<complex<double>>, and a float complex.
#include "check.h"
#include <complex>
#include <vector>

double f(const double *x, int n) {
  std::vector<std::complex<double>> in(n), out(n);
  for (int i = 0; i < n; i++)
    in[i] = {x[i], x[(i + 1) % n]};
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      out[k] += in[i] * std::polar(1.0, -2 * 3.141592653589793 * i * k / n);
  double r = 0;
  for (int k = 0; k < n; k++)
    r += std::norm(out[k]) * (k + 1);
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
