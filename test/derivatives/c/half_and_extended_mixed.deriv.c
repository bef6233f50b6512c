// _Float16, float, long double and __float128 in one computation and one structure.
#define CHECK_TOLERANCE 1e-2
#define CHECK_EXACTNESS 1e-3
#include "check.h"

struct mixed {
  _Float16 h;
  float f;
  double d;
  long double l;
  __float128 q;
};

NOINLINE static struct mixed fill(double x) {
  return (struct mixed){(_Float16)x, (float)x * 2, x * x, (long double)x * x * x, (__float128)x / 3};
}

double f(const double *x) {
  struct mixed a = fill(x[0]), b = a;
  b.l *= x[1];
  b.q += b.l;
  return (double)b.h * 0.001 + (double)b.f + b.d + (double)(b.l * a.l) + (double)(b.q * b.q);
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
