// A kept function reverses an array of doubles as int64.
// flags: -fno-strict-aliasing
#include "check.h"

#include <stdint.h>
NOINLINE static void reverse(int64_t *a, int n) {
  for (int i = 0; i < n / 2; i++) {
    int64_t t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}
double f(const double *x, int n) {
  double y[5];
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
  reverse((int64_t *)y, n);
  double r = 0;
  for (int i = 0; i < n; i++)
    r += (i + 1) * y[i];
  return r;
}
CHECK_FUNCTION_N(f, 3, 1, 2, 3);
