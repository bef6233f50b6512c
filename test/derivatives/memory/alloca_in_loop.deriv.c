// alloca whose memory lives until the function returns.
#include "check.h"
#include <alloca.h>

double f(const double *x, int n) {
  double *kept[8];
  for (int i = 0; i < n; i++) {
    kept[i] = (double *)alloca(sizeof(double));
    *kept[i] = x[i] * x[i];
  }
  double r = 1;
  for (int i = 0; i < n; i++)
    r *= *kept[i] + 1;
  return r;
}

CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);
