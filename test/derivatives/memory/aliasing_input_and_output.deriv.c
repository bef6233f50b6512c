// Source and destination of a loop overlap in memory.
#include "check.h"

NOINLINE static void shiftScale(double *out, const double *in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * in[i] * 0.5;
}
void f(double *x) {
  shiftScale(x + 1, x, 3);
  shiftScale(x, x, 4);
}

CHECK_INPLACE(f, 4, 1.5, -2, 3, 0.5);
