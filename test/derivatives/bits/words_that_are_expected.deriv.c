// Words that hold numbers, and of which the program says what they mostly are
// (__builtin_expect): a hint beside them, no arithmetic.
#include "check.h"
#include <stdint.h>

static double valueOf(uint64_t word) {
  double value;
  memcpy(&value, &word, sizeof value);
  return value;
}

double sparse(const double *x, int n) {
  uint64_t words[8], turned[8];
  memcpy(words, x, n * sizeof *x);
  for (int i = 0; i < n; i++)
    turned[i] = __builtin_expect(words[3 * i % n], 0);
  double sum = 0;
  for (int i = 0; i < n; i++)
    if (__builtin_expect_with_probability(turned[i] != 0, 1, 0.9))
      sum += valueOf(turned[i]) * valueOf(turned[i]) * (i + 1);
  return sum;
}
CHECK_FUNCTION_N(sparse, 4, 1, 2, 0.5, -1);

static double first(const uint64_t *word) { return 3 * valueOf(__builtin_expect(*word, 0)); }
double ofTheFirst(const double *x) { return first((const uint64_t *)x) * x[1]; }
CHECK_FUNCTION(ofTheFirst, 2, 1.5, 2);
