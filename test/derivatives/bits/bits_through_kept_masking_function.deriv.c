// Bits of a double masked by variable masks in a kept function and put together again.
#include "check.h"

#include <stdint.h>
NOINLINE static uint64_t mask(uint64_t u, uint64_t m) { return u & m; }
double f(const double *x, int n) {
  double r = 0;
  for (int i = 0; i < n; i++) {
    double v = x[i] * x[i];
    uint64_t u;
    memcpy(&u, &v, 8);
    uint64_t a = mask(u, i & 1 ? ~0ull : 0), b = mask(u, i & 1 ? 0 : ~0ull);
    u = a | b;
    memcpy(&v, &u, 8);
    r += v;
  }
  return r;
}
CHECK_FUNCTION_N(f, 3, 1, 2, 3);
