// && and || over active comparisons.
#include "check.h"

double f(double x, double y) {
  double r = 0;
  if (x > 0 && y > 0)
    r += x * y;
  if (x < -1 || y > 1)
    r += x * x;
  if (!(x > 0) && (y < 0 || x * y > 1))
    r += y * y * y;
  return r + (x > y && x > 2 * y ? x / 2 : y / 2);
}

CHECK_SCALAR2(f, 0.5, 2, -2, -3, -0.5, 0.5, 3, 0.25);
