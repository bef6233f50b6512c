// oracle: stops, arithmetic on the bits of an active number
// A first guess of a root by arithmetic on the significand has no tangent that is moved bits.
#include "check.h"
#include <stdint.h>

double guess(double x) {
  uint64_t word;
  memcpy(&word, &x, 8);
  word = 0x5fe6eb50c7b537a9ull - (word >> 1);
  memcpy(&x, &word, 8);
  return x;
}
CHECK_SCALAR(guess, 2);
