// Doubles compared by their bits: the choice is constant, the value chosen is not.
#include "check.h"

#include <stdint.h>
static int64_t key(double v) {
  int64_t i;
  memcpy(&i, &v, 8);
  return i < 0 ? (int64_t)0x8000000000000000ull - i : i;
}
double f(const double *x, int n) {
  double m = x[0];
  for (int i = 1; i < n; i++)
    if (key(x[i]) < key(m))
      m = x[i];
  return m * m;
}
CHECK_FUNCTION_N(f, 3, 3, 1, 2);
