// The signs of floats, in words of their size that they were copied into.
#define CHECK_REAL float
#define CHECK_STEP 1e-2
#include "check.h"
#include <stdint.h>
NOINLINE static void turn(uint32_t *word) { *word ^= (uint32_t)1 << 31; }
float turned(const float *x, int n) {
  uint32_t words[16];
  float numbers[16], sum = 0;
  memcpy(words, x, n * sizeof *x);
  for (int i = 0; i < n; i++)
    turn(words + i);
  memcpy(numbers, words, n * sizeof *x);
  for (int i = 0; i < n; i++)
    sum += numbers[i] * x[0];
  return sum;
}
CHECK_FUNCTION_N(turned, 4, 1.5, -2.25, 0.75, 3);
