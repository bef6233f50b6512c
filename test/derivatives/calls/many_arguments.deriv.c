// More arguments than registers, of mixed kinds.
#include "check.h"

NOINLINE static double mix(double a, int b, float c, const double *d, long e, double g, double h,
                           double i, double j, double k, double l, char m, double *out, double n) {
  *out = a * g + n;
  return a * b + c * d[0] + e * g * h + i * j + k * l * m + d[1] * n;
}
double f(const double *x, int n) {
  double extra;
  const double r = mix(x[0], n, 2.0f, x, 3L, x[1], x[2], x[3], x[0] * x[1], x[2], x[3], 'a', &extra,
                       x[1] * x[3]);
  return r * extra;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2);
