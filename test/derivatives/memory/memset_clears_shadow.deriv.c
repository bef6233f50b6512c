// Memory cleared by memset has no derivative afterwards.
#include "check.h"

void f(const double *x, double *y) {
  memset(y, 0, 3 * sizeof(double));
  y[0] += x[0] * x[1];
  y[2] += x[1];
}
void clearInPlace(double *x) {
  const double kept = x[0] * x[1];
  memset(x, 0, 2 * sizeof(double));
  x[2] *= kept;
}

CHECK_VECTOR(f, 2, 3, 3, 4);
CHECK_INPLACE(clearInPlace, 3, 3, 4, 5);
