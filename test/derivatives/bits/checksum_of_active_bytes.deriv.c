// A checksum over the bytes of active values decides nothing that has a derivative.
#include "check.h"

#include <stdint.h>
static unsigned checksum(const void *p, size_t n) {
  const unsigned char *b = p;
  unsigned s = 0;
  for (size_t i = 0; i < n; i++)
    s = s * 31 + b[i];
  return s;
}
double f(const double *x, int n) {
  unsigned s = checksum(x, sizeof(double) * (size_t)n);
  return x[0] * x[1] + (s == 12345 ? 1 : 0);
}
CHECK_FUNCTION_N(f, 2, 3, 1);
