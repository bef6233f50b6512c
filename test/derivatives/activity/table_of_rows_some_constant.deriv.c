// A table of row pointers, filled at run time with const and active rows, read by a kept function.
#include "check.h"
static double fixed[4] = {5, 6, 7, 8};
NOINLINE static double dot(const double *const *rows, int i, int j) {
  return rows[i][0] * rows[j][0] + rows[i][1] * rows[j][1];
}
void f(const double *x, double *y, const double *c) {
  const double *rows[4];
  for (int i = 0; i < 4; i++)
    rows[i] = i % 2 ? c + 2 * (i / 2) : x + 2 * (i / 2);
  y[0] = dot(rows, 0, 1);
  y[1] = dot(rows, 2, 0) + dot(rows, 3, 1);
}
CHECK_VECTOR_CONST(f, 4, 2, fixed, 1, 2, 3, 4);
