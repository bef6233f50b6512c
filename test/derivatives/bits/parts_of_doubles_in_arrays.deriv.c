// Doubles whose words and bytes lie in arrays of their own, in either order, and are put together
// more than once: high and low words, swapped bytes, the highest byte first.
#include "bits.h"
#include "check.h"

NOINLINE static void split(uint32_t *high, uint32_t *low, const double *x, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t u = wordOf(x[i]);
    high[i] = (uint32_t)(u >> 32);
    low[i] = (uint32_t)u;
  }
}
NOINLINE static void join(double *y, const uint32_t *high, const uint32_t *low, int n) {
  for (int i = 0; i < n; i++)
    y[i] = doubleOf((uint64_t)high[i] << 32 | low[i]);
}
double inTwoArrays(const double *x) {
  uint32_t high[3], low[3];
  double y[3], z[3];
  for (int i = 0; i < 3; i++)
    z[i] = x[i] * x[0];
  split(high, low, z, 3);
  join(y, high, low, 3);
  double sum = y[0] * y[1] + y[2];
  join(z, high, low, 3);
  return sum + z[1] * z[2];
}
CHECK_FUNCTION(inTwoArrays, 3, 0.7, -1.2, 2.1);

// Beside one another, the high word first; some are read twice, some never.
NOINLINE static void splitPairs(uint32_t *words, const double *x, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t u = wordOf(x[i]);
    words[2 * i] = (uint32_t)(u >> 32);
    words[2 * i + 1] = (uint32_t)u;
  }
}
NOINLINE static double sumOfPairs(const uint32_t *words, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double d = doubleOf((uint64_t)words[2 * i] << 32 | words[2 * i + 1]);
    sum = sum * 0.5 + d * d;
  }
  return sum;
}
double inPairs(const double *x) {
  uint32_t *words = malloc(6 * sizeof *words);
  double z[3];
  for (int i = 0; i < 3; i++)
    z[i] = x[i] * x[0];
  splitPairs(words, z, 3);
  double sum = sumOfPairs(words, 2) + sumOfPairs(words, 1);
  free(words);
  return sum;
}
CHECK_FUNCTION(inPairs, 3, 0.7, -1.2, 2.1);

NOINLINE static void toBigEndian(uint64_t *words, const double *x, int n) {
  for (int i = 0; i < n; i++)
    words[i] = __builtin_bswap64(wordOf(x[i]));
}
NOINLINE static void fromBigEndian(double *x, const uint64_t *words, int n) {
  for (int i = 0; i < n; i++)
    x[i] = doubleOf(__builtin_bswap64(words[i]));
}
double swapped(const double *x) {
  uint64_t words[3];
  double y[3], z[3];
  for (int i = 0; i < 3; i++)
    z[i] = x[i] * x[0];
  toBigEndian(words, z, 3);
  fromBigEndian(y, words, 3);
  double sum = y[0] * y[1] + y[2];
  fromBigEndian(z, words, 3);
  return sum + z[1] * z[2];
}
CHECK_FUNCTION(swapped, 3, 0.7, -1.2, 2.1);

NOINLINE static void put(unsigned char *bytes, double x) {
  uint64_t u = wordOf(x);
  for (int i = 0; i < 8; i++)
    bytes[i] = (unsigned char)(u >> (56 - 8 * i));
}
NOINLINE static double get(const unsigned char *bytes) {
  uint64_t u = 0;
  for (int i = 0; i < 8; i++)
    u = u << 8 | bytes[i];
  return doubleOf(u);
}
double highestByteFirst(const double *x) {
  unsigned char buffer[24];
  for (int i = 0; i < 3; i++)
    put(buffer + 8 * i, x[i] * x[0]);
  double sum = get(buffer) * get(buffer + 8) + get(buffer + 16);
  return sum + get(buffer) * get(buffer + 16);
}
CHECK_FUNCTION(highestByteFirst, 3, 0.7, -1.2, 2.1);
