// A memcpy of one's own, byte by byte, moves doubles and structures.
#include "check.h"

struct record {
  int id;
  double value;
  int weight;
};

NOINLINE static void copyBytes(void *to, const void *from, size_t n) {
  unsigned char *t = to;
  const unsigned char *s = from;
  while (n--)
    *t++ = *s++;
}

double f(const double *x) {
  double y[2], z[2];
  copyBytes(y, x, sizeof y);
  struct record a = {1, y[0] * y[1], 2}, b;
  copyBytes(&b, &a, sizeof a);
  copyBytes(z, y, sizeof z);
  return b.value * b.value * b.id + z[0] * z[1] * b.weight;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
