// Signs that are turned in words that numbers were copied into, where a structure or a global
// variable holds the words' address; constants that are written there; signs turned in bytes.
#include "bits.h"
#include "check.h"
struct holder {
  int n;
  uint64_t *words;
};
NOINLINE static struct holder *hold(const double *x, int n) {
  struct holder *h = malloc(sizeof *h);
  h->words = malloc(n * sizeof *x);
  h->n = n;
  memcpy(h->words, x, n * sizeof *x);
  return h;
}
NOINLINE static void turnHeld(struct holder *h) {
  for (int i = 0; i < h->n; i++)
    h->words[i] ^= (uint64_t)1 << 63;
}
NOINLINE static void turnOfCopy(const struct holder *h) {
  struct holder own = *h;
  own.n--;
  turnHeld(&own);
}
NOINLINE static void overwriteFirst(struct holder *h) { h->words[0] = (uint64_t)1 << 62; } // 2.0
NOINLINE static double sumOf(const struct holder *h, double factor) {
  double sum = 0;
  for (int i = 0; i < h->n; i++)
    sum += doubleOf(h->words[i]) * factor;
  return sum;
}
double held(const double *x, int n) {
  struct holder *h = hold(x, n);
  turnHeld(h);
  turnOfCopy(h);
  turnHeld(h);
  overwriteFirst(h);
  double sum = sumOf(h, x[0]);
  free(h->words);
  free(h);
  return sum;
}
CHECK_FUNCTION_N(held, 4, 1.5, -2.25, 0.75, 3);

static uint64_t *current;
static int count;
NOINLINE static void turnCurrent(void) {
  for (int i = 0; i < count; i++)
    current[i] ^= (uint64_t)1 << 63;
}
double global(const double *x, int n) {
  uint64_t words[16];
  double numbers[16], sum = 0;
  current = words;
  count = n;
  memcpy(words, x, n * sizeof *x);
  turnCurrent();
  memcpy(numbers, words, n * sizeof *x);
  for (int i = 0; i < n; i++)
    sum += numbers[i] * x[0];
  return sum;
}
CHECK_FUNCTION_N(global, 4, 1.5, -2.25, 0.75, 3);

NOINLINE static void turnBytes(unsigned char *bytes, int n) {
  for (int i = 0; i < n; i++)
    bytes[8 * i + 7] ^= 0x80;
}
double inBytes(const double *x, int n) {
  unsigned char bytes[128];
  double numbers[16], sum = 0;
  memcpy(bytes, x, n * sizeof *x);
  turnBytes(bytes, n - 1);
  bytes[7] ^= 0x80;
  memcpy(numbers, bytes, n * sizeof *x);
  for (int i = 0; i < n; i++)
    sum += numbers[i] * x[0];
  return sum;
}
CHECK_FUNCTION_N(inBytes, 4, 1.5, -2.25, 0.75, 3);

// Of doubles the upper half's highest bit.
NOINLINE static void turnHalf(uint32_t *word) { *word ^= (uint32_t)1 << 31; }
double inHalves(const double *x, int n) {
  uint32_t words[32];
  double numbers[16], sum = 0;
  memcpy(words, x, n * sizeof *x);
  for (int i = 0; i < n; i++)
    turnHalf(words + 2 * i + 1);
  memcpy(numbers, words, n * sizeof *x);
  for (int i = 0; i < n; i++)
    sum += numbers[i] * x[0];
  return sum;
}
CHECK_FUNCTION_N(inHalves, 4, 1.5, -2.25, 0.75, 3);
