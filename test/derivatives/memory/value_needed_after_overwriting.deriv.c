// A value read by a nonlinear step is overwritten before the reverse sweep comes back to it.
#include "check.h"

void f(double *x) {
  const double s = sin(x[0]);
  x[1] = x[0] * x[1] * s;
  x[0] = 1;
  for (int i = 0; i < 3; i++) {
    const double old = x[2];
    x[2] = x[2] * x[2] * x[1];
    x[1] = old * s;
  }
}

CHECK_INPLACE(f, 3, 0.7, -1.2, 1.1);
