// Address arithmetic on a selected pointer: negative steps, differences, one past the end.
#include "check.h"
static double fixed[4] = {5, 6, 7, 8};
int backwards;
void f(const double *x, double *y, const double *c) {
  const double *begin = backwards ? c : x, *end = begin + 4;
  double sum = 0;
  for (const double *p = end; p-- > begin;)
    sum = sum * 0.5 + *p * x[p - begin];
  y[0] = sum;
}
void g(const double *x, double *y, const double *c) {
  backwards = 1;
  f(x, y, c);
  backwards = 0;
}
CHECK_VECTOR_CONST(f, 4, 1, fixed, 1, 2, 3, 4);
CHECK_VECTOR_CONST(g, 4, 1, fixed, 1, 2, 3, 4);
