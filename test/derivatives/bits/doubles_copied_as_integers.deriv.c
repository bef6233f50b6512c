// A kept function copies doubles as 8-byte integers.
// flags: -fno-strict-aliasing
#include "check.h"

NOINLINE static void copy(long *to, const long *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}
double f(const double *x, int n) {
  double y[4], r = 1;
  copy((long *)y, (const long *)x, n);
  for (int i = 0; i < n; i++)
    r *= y[i];
  return r;
}
CHECK_FUNCTION_N(f, 3, 1, 2, 3);
