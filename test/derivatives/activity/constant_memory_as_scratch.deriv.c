// Memory passed as enzyme_const is only read; a copy of it becomes active.
#include "check.h"
static const double base[3] = {1, -2, 3};

void f(const double *x, double *y, const double *c) {
  double work[3];
  memcpy(work, c, sizeof work);
  for (int i = 0; i < 3; i++)
    work[i] += x[i] * c[2 - i];
  for (int i = 0; i < 3; i++)
    y[i] = work[i] * work[(i + 1) % 3];
}

CHECK_VECTOR_CONST(f, 3, 3, base, 0.5, -1.5, 0.75);
