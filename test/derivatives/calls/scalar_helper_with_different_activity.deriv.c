// A scalar helper with each combination of constant and active arguments.
#include "check.h"

NOINLINE static double blend(double a, double b, double t) { return a * (1 - t) + b * t * t; }
double f(double x, double y) {
  return blend(x, 2, 0.25) * blend(1, y, 0.5) + blend(1, 2, x) + blend(x, y, x * y) +
         blend(1, 2, 3);
}

CHECK_SCALAR2(f, 0.5, -1.5);
