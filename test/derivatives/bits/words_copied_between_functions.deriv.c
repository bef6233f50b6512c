// Words that numbers were copied into, copied from one array of words to another between calls of
// functions that look at them, or compute with them.
#include "bits.h"
#include "check.h"
NOINLINE static void turn(uint64_t *words, int n) {
  for (int i = 0; i < n; i++)
    words[i] ^= (uint64_t)1 << 63;
}
NOINLINE static void replace(uint64_t *words, int n) {
  for (int i = 0; i < n; i++)
    if (words[i] == 77)
      words[i] = 78;
}
typedef void change(uint64_t *words, int n);
static inline __attribute__((always_inline)) double copiedBetween(const double *x, int n,
                                                                  change *how) {
  uint64_t words[16], others[16];
  double numbers[16], sum = 0;
  memcpy(words, x, n * sizeof *x);
  how(words, n);
  memcpy(others, words, n * sizeof *x);
  how(others, n - 1);
  memcpy(numbers, others, n * sizeof *x);
  for (int i = 0; i < n; i++)
    sum += numbers[i] * x[0];
  return sum;
}
double turned(const double *x, int n) { return copiedBetween(x, n, turn); }
CHECK_FUNCTION_N(turned, 4, 1.5, -2.25, 0.75, 3);
double replaced(const double *x, int n) { return copiedBetween(x, n, replace); }
CHECK_FUNCTION_N(replaced, 4, 1.5, -2.25, 0.75, 3);
