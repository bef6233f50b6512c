// The halves of a double rotated twice by a kept function.
#include "check.h"

#include <stdint.h>
NOINLINE static uint64_t rot(uint64_t u, int k) { return __builtin_rotateleft64(u, k); }
double f(const double *x, int n) {
  double r = 0;
  for (int i = 0; i < n; i++) {
    double v = x[i] * x[i];
    uint64_t u;
    memcpy(&u, &v, 8);
    u = rot(u, 32);
    u = rot(u, 32);
    memcpy(&v, &u, 8);
    r += v;
  }
  return r;
}
CHECK_FUNCTION_N(f, 3, 1, 2, 3);
