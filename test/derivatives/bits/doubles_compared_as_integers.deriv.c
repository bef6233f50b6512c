// Doubles compared by their bits: the choice is constant, the value chosen is not.
#include "bits.h"
#include "check.h"

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

// Words that are compared and then written to two places, one of them twice.
NOINLINE static int sorted(uint64_t *to, uint64_t *least, const double *x, int n) {
  int moved = 0;
  *least = wordOf(x[0]);
  for (int i = 0; i < n; i++) {
    uint64_t word = wordOf(x[i]);
    int at = i;
    for (; at > 0 && to[at - 1] > word; at--, moved++)
      to[at] = to[at - 1];
    to[at] = word;
    if (word < *least)
      *least = word;
  }
  return moved;
}
double writtenTwice(const double *x) {
  uint64_t words[3], least;
  int moved = sorted(words, &least, x, 3);
  double r = doubleOf(words[0]) * doubleOf(least) + doubleOf(words[2]);
  words[1] = words[0] == least ? words[2] : least;
  return r * doubleOf(words[1]) + moved * x[0];
}
CHECK_FUNCTION(writtenTwice, 3, 3, 1, 2);
