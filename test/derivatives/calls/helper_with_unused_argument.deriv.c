// An active argument the helper does not use, and a result the caller ignores.
#include "check.h"

NOINLINE static double ignores(double x, double unused) { return x * x; }
NOINLINE static double stores(double *to, double x) {
  *to = x * 3;
  return x * x;
}
double f(double x) {
  double kept = 0;
  (void)stores(&kept, x);
  return ignores(x, sin(x)) + kept * x;
}

CHECK_SCALAR(f, 0.5, -1.5);
