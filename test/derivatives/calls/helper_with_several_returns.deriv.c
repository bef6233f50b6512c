// A kept call that leaves early from several places.
#include "check.h"

NOINLINE static double choose(double x, double y) {
  if (x < 0)
    return y;
  if (y < 0)
    return x * x;
  for (int i = 0; i < 3; i++) {
    x = x * 1.5;
    if (x > 2)
      return x * y;
  }
  return 1;
}
double f(double x, double y) { return choose(x, y) * choose(y, x) + choose(-x, x * y); }

CHECK_SCALAR2(f, 0.5, -1.5, 1, 2, -1, -2, 0.1, 0.2);
