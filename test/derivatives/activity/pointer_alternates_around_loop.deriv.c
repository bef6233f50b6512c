// A pointer that alternates between const and active memory around a loop, read and accumulated.
#include "check.h"
static double fixed[4] = {5, 6, 7, 8};
void f(const double *x, double *y, const double *c) {
  const double *p = c, *q = x;
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    sum += (i + 1) * p[i] * q[i];
    const double *swap = p;
    p = q;
    q = swap;
    if (i == 2)
      q = c;
  }
  y[0] = sum;
}
CHECK_VECTOR_CONST(f, 4, 1, fixed, 1, 2, 3, 4);
