// memcpy of all and of a part of an array.
#include "check.h"

void whole(const double *x, double *y) {
  double middle[3];
  memcpy(middle, x, sizeof middle);
  middle[1] *= middle[0];
  memcpy(y, middle, sizeof middle);
}
void part(const double *x, double *y, int n) {
  memcpy(y + 1, x, sizeof(double) * (size_t)(n - 1));
  y[0] = x[n - 1] * x[0];
}

CHECK_VECTOR(whole, 3, 3, 1, -2, 3);
CHECK_VECTOR_N(part, 4, 4, 1, -2, 3, 0.5);
