// switch with fall-through, default, sparse cases, inside a loop.
#include "check.h"

static double step(double r, double x, int kind) {
  switch (kind) {
  case 0:
    return r * x;
  case 1:
    r += x; // falls through
  case 2:
    return r * r;
  case 100:
  case 101:
    return sin(r) * x;
  default:
    return r - x * x;
  }
}
double f(const double *x, int n) {
  static const int kinds[6] = {0, 1, 2, 100, 7, 101};
  double r = 1;
  for (int i = 0; i < n; i++)
    r = step(r, x[i], kinds[i]);
  return r;
}

CHECK_FUNCTION_N(f, 6, 1.5, -0.2, 0.3, 0.5, 0.25, -1);
