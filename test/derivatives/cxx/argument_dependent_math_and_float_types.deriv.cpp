// Templates over float, double and long double with std:: and unqualified math.
#define CHECK_TOLERANCE 1e-3
#define CHECK_EXACTNESS 1e-5
#include "check.h"
#include <cmath>

template <class T> static T model(T a, T b) {
  using std::exp;
  using std::sqrt;
  T r = 0;
  for (int i = 1; i <= 3; i++)
    r += sqrt(a * a + T(i)) * exp(-b * T(i) / 4) + std::pow(a, i) + std::fma(a, b, r) + std::hypot(a, b);
  return r;
}

double f(const double *x) { return model<double>(x[0], x[1]) + model<float>(float(x[0]), float(x[1])) + double(model<long double>(x[1], x[0])); }

CHECK_FUNCTION(f, 2, 0.5, 1.25);
