// The sign of a double flipped by xor, cleared by and, set by or on its bits.
#include "check.h"
#include <stdint.h>

static double withBits(double x, uint64_t clear, uint64_t flip, uint64_t set) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits = ((bits & ~clear) ^ flip) | set;
  memcpy(&x, &bits, sizeof bits);
  return x;
}
#define SIGN 0x8000000000000000ull
double negated(double x) { return withBits(x * x * x, 0, SIGN, 0); }
double magnitude(double x) { return withBits(x * x * x, SIGN, 0, 0); }
double negative(double x) { return withBits(x * x * x, 0, 0, SIGN); }

CHECK_SCALAR(negated, 1.5, -0.5);
CHECK_SCALAR(magnitude, 1.5, -0.5);
CHECK_SCALAR(negative, 1.5, -0.5);
