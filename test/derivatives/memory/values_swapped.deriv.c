// Values exchanged between memory cells.
#include "check.h"

static void swap(double *a, double *b) {
  const double kept = *a;
  *a = *b;
  *b = kept;
}
void f(double *x) {
  swap(&x[0], &x[2]);
  x[1] *= x[0];
  swap(&x[1], &x[2]);
  x[0] += x[2] * x[1];
}

CHECK_INPLACE(f, 3, 2, -3, 5);
