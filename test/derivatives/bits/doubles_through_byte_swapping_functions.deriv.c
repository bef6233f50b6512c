// Doubles that pass, as integers, twice through a kept byte-swapping function.
#include "check.h"

#include <byteswap.h>
#include <stdint.h>
NOINLINE static uint64_t swap(uint64_t u) { return bswap_64(u); }
double f(const double *x, int n) {
  double r = 1;
  for (int i = 0; i < n; i++) {
    double v = x[i] * x[i];
    uint64_t u;
    memcpy(&u, &v, 8);
    u = swap(u);
    u = swap(u);
    memcpy(&v, &u, 8);
    r *= v;
  }
  return r;
}
CHECK_FUNCTION_N(f, 3, 1, 2, 3);
