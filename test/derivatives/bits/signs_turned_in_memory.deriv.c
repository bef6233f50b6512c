// Signs that are turned in words that numbers were copied into, by a function that is not inlined.
#include "bits.h"
#include "check.h"
#define word uint64_t
#include "signs_turned.h"

NOINLINE static void turnSome(uint64_t *words, int n) {
  for (int i = 0; i < n; i += 2)
    words[i] ^= (uint64_t)1 << 63;
}
double turnedTwice(const double *x, int n) {
  uint64_t words[16];
  double sum = 0;
  for (int i = 0; i < n; i++)
    words[i] = wordOf(x[i] * x[i]);
  turnSome(words, n);
  turnSome(words + 1, n - 1);
  turnSome(words, n);
  for (int i = 0; i < n; i++)
    sum += doubleOf(words[i]) * x[0];
  return sum;
}
CHECK_FUNCTION_N(turnedTwice, 4, 1.5, -2.25, 0.75, 3);
