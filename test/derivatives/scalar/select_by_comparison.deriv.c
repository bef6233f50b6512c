// Ternaries: the derivative of the chosen side, for each of the comparisons.
#include "check.h"

double piecewise(double x, double y) {
  double r = x < y ? x * y : x / y;
  r += x <= 1 ? x : x * x;
  r += y > 2 ? 3 * y : y * y * y;
  r += x >= y ? 7 * x : 11 * y;
  r += x == y ? 0 : x * y;
  r += x != y ? sin(x) : 0;
  return r;
}

CHECK_SCALAR2(piecewise, 0.5, 3, 3, 0.5, 1.5, 2.5);
