// One temporary holds a constant first and an active value later, in every iteration.
#include "check.h"
static const double weights[4] = {1, -2, 3, 0.5};

void f(const double *x, double *y, const double *c) {
  double t[2];
  y[0] = 0;
  for (int i = 0; i < 4; i++) {
    t[0] = c[i];
    t[1] = t[0] * t[0];
    y[0] += t[1] * x[0];
    t[0] = x[i % 2] * x[1];
    y[0] += t[0] * t[1];
  }
}

CHECK_VECTOR_CONST(f, 2, 1, weights, 0.5, -1.5);
