// Const memory is copied over active memory and back into scratch by memcpy of either source.
#include "check.h"
static double fixed[3] = {5, 6, 7};
int pick;
void f(const double *x, double *y, const double *c) {
  double a[3], b[3];
  memcpy(a, pick ? x : c, sizeof a);
  memcpy(b, pick ? c : x, sizeof b);
  for (int i = 0; i < 3; i++)
    y[i] = a[i] * b[2 - i];
  memcpy(a, c, 2 * sizeof *a);
  y[0] += a[0] * a[2];
}
void other(const double *x, double *y, const double *c) {
  pick = 1;
  f(x, y, c);
  pick = 0;
}
CHECK_VECTOR_CONST(f, 3, 3, fixed, 1, 2, 3);
CHECK_VECTOR_CONST(other, 3, 3, fixed, 1, 2, 3);
