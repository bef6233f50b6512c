// memmove up and down inside one array.
#include "check.h"

void up(double *x) { memmove(x + 1, x, 3 * sizeof(double)); }
void down(double *x) {
  memmove(x, x + 1, 3 * sizeof(double));
  x[3] = x[0] * x[1];
}
void insert(double *x) { // as a list insertion does, with a run-time position
  for (int at = 1; at < 4; at++) {
    const double value = x[3] * x[at];
    memmove(x + at + 1, x + at, sizeof(double) * (size_t)(3 - at));
    x[at] = value;
  }
}

CHECK_INPLACE(up, 4, 1, -2, 3, 0.5);
CHECK_INPLACE(down, 4, 1, -2, 3, 0.5);
CHECK_INPLACE(insert, 4, 1, -2, 3, 0.5);
