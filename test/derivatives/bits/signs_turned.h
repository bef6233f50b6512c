//===- signs_turned.h - signs that a function turns in words that numbers were copied into ---===//
//
// `word`: of the numbers' size. Included after check.h.
//===----------------------------------------------------------------------===//
#include <stdint.h>
#include <string.h>
NOINLINE static void turn(word *at) { *at ^= (word)1 << (8 * sizeof(word) - 1); }
real turned(const real *x, int n) {
  word words[16];
  real numbers[16], sum = 0;
  memcpy(words, x, n * sizeof *x);
  for (int i = 0; i < n; i++)
    turn(words + i);
  memcpy(numbers, words, n * sizeof *x);
  for (int i = 0; i < n; i++)
    sum += numbers[i] * x[0];
  return sum;
}
CHECK_FUNCTION_N(turned, 4, 1.5, -2.25, 0.75, 3);
