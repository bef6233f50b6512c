#include "slope.h"
#include <vector>

double __enzyme_autodiff_cubic(double (*)(double), double);

static double cubic(double x) {
  std::vector<double> powers{x, x * x};
  return powers[0] * powers[1];
}

double cxx_slope(double x) { return __enzyme_autodiff_cubic(cubic, x); }
