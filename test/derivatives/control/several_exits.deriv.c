// A loop with three exits that lead to different places.
#include "check.h"

double f(const double *x, int n) {
  double r = 1;
  int i = 0;
  for (;;) {
    if (i == n)
      return r;
    r *= x[i];
    if (r > 5)
      break;
    if (r < 0.1)
      goto small;
    i++;
  }
  return r * r * x[i];
small:
  return sin(r) + x[0];
}

CHECK_FUNCTION_N(f, 3, 1, 2, 0.75, 2, 3, 4, 0.5, 0.1, 3);
