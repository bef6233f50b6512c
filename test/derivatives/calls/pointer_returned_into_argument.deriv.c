// A helper returns a pointer into its argument; writes go through it.
#include "check.h"

NOINLINE static double *largest(double *x, int n) {
  double *r = x;
  for (int i = 1; i < n; i++)
    if (x[i] > *r)
      r = x + i;
  return r;
}
void f(double *x) {
  double *at = largest(x, 4);
  *at = *at * *at;
  *largest(x, 2) *= x[3];
}

CHECK_INPLACE(f, 4, 2, -1.5, 3, 0.75);
