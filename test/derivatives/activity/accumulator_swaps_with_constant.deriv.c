// Two buffers swap their roles each step; one of them starts as const memory that is only read.
#include "check.h"
static double fixed[3] = {5, 6, 7};
void f(const double *x, double *y, const double *c) {
  double first[3], second[3];
  const double *from = c;
  double *to = first;
  for (int step = 0; step < 3; step++) {
    for (int i = 0; i < 3; i++)
      to[i] = 0.1 * from[i] * x[(i + step) % 3];
    from = to;
    to = to == first ? second : first;
  }
  for (int i = 0; i < 3; i++)
    y[i] = from[i];
}
CHECK_VECTOR_CONST(f, 3, 3, fixed, 1, 2, 3);
