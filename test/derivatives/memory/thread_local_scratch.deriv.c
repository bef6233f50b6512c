// Scratch memory in a thread-local array.
#include "check.h"
static _Thread_local double scratch[4];

double f(const double *x, int n) {
  for (int i = 0; i < n; i++)
    scratch[i] = x[i] * x[i];
  double r = 1;
  for (int i = 0; i < n; i++)
    r += r * scratch[i];
  return r;
}

CHECK_FUNCTION_N(f, 4, 1, -0.5, 0.25, 0.5);
