// A hash of the bytes of numbers, kept behind them and compared before they are read again.
// only: -O0 -O2
#include "check.h"
#include <stdint.h>

NOINLINE static uint64_t hashOf(const unsigned char *bytes, long n) {
  uint64_t hash = 14695981039346656037u;
  for (long i = 0; i < n; i++)
    hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}
NOINLINE static void pack(unsigned char *bytes, const double *x, long n) {
  memcpy(bytes, x, n);
  uint64_t hash = hashOf(bytes, n);
  memcpy(bytes + n, &hash, 8);
}
static double unpacked(const double *x) {
  const long n = 2 * sizeof *x;
  unsigned char *bytes = malloc(n + 8);
  pack(bytes, x, n);
  uint64_t hash;
  memcpy(&hash, bytes + n, 8);
  double y[2] = {0, 0};
  if (hash == hashOf(bytes, n))
    memcpy(y, bytes, n);
  free(bytes);
  return y[0] * y[1];
}
CHECK_FUNCTION(unpacked, 2, 2, 3);
