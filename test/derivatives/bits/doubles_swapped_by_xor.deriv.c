// Two doubles swapped by three exclusive ors of their bits.
#include "check.h"

#include <stdint.h>
double f(const double *x, int n) {
  double a = x[0] * x[0], b = x[1];
  uint64_t u, v;
  memcpy(&u, &a, 8);
  memcpy(&v, &b, 8);
  u ^= v;
  v ^= u;
  u ^= v;
  memcpy(&a, &u, 8);
  memcpy(&b, &v, 8);
  return 3 * a + b;
}
CHECK_FUNCTION_N(f, 2, 3, 1);
