// Tricks on the bits of floats: sign by xor, absolute value by and, sorting keys, fast inverse root seeds, copysign.
#include "check.h"
#include <stdint.h>
static double negated(double v) {
  union {
    double d;
    uint64_t u;
  } b = {v};
  b.u ^= 1ull << 63;
  return b.d;
}
static double absolute(double v) {
  uint64_t u;
  memcpy(&u, &v, 8);
  u &= ~(1ull << 63);
  memcpy(&v, &u, 8);
  return v;
}
static uint64_t key(double v) {
  uint64_t u;
  memcpy(&u, &v, 8);
  return u >> 63 ? ~u : u | 1ull << 63;
}
static int exponent(double v) {
  uint64_t u;
  memcpy(&u, &v, 8);
  return (int)(u >> 52 & 0x7ff) - 1023;
}
double f(const double *x, int n) {
  double s = 0;
  int order[4];
  for (int i = 0; i < n; i++)
    order[i] = i;
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && key(x[order[j]]) < key(x[order[j - 1]]); j--) {
      int t = order[j];
      order[j] = order[j - 1];
      order[j - 1] = t;
    }
  for (int i = 0; i < n; i++)
    s += (i + 1) * negated(x[order[i]]) * absolute(x[i]) + ldexp(x[i], exponent(x[i]));
  return s;
}
CHECK_FUNCTION_N(f, 4, 0.6, -1.25, 0.75, 2.5);
