// A function writes through a pointer that leads to its own scratch or to the output, by element.
#include "check.h"
static double fixed[3] = {5, 6, 7};
void f(const double *x, double *y, const double *c) {
  double scratch[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++) {
    double *to = i % 2 ? &scratch[i] : &y[i];
    *to = x[i] * c[i];
  }
  y[1] = scratch[1] * scratch[1];
}
CHECK_VECTOR_CONST(f, 3, 3, fixed, 1, 2, 3);
