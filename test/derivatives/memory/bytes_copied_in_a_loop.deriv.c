// Doubles copied by a loop over characters, as hand-written copy routines do.
#include "check.h"

NOINLINE static void copyBytes(char *to, const char *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    to[i] = from[i];
}
double f(const double *x, int n) {
  double copy[4];
  copyBytes((char *)copy, (const char *)x, sizeof(double) * (size_t)n);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += copy[i] * copy[i];
  return sum;
}

CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);
