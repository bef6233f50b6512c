// Parameters are variables: changing them does not change the caller's.
#include "check.h"

NOINLINE static double shrink(double x, double rate, int n) {
  while (n--) {
    x *= rate;
    rate *= rate;
  }
  return x;
}
double f(double x, double y) {
  const double first = shrink(x, y, 3);
  return first * x + shrink(first, x, 2) * y;
}

CHECK_SCALAR2(f, 0.9, 1.1);
