// Numbers are exchanged as words and as halves of such by functions of which no caller is seen.
#include "check.h"
#include <stdint.h>
typedef void (*swap)(void *, void *);

static void swapWords(void *a, void *b) {
  uint64_t *first = (uint64_t *)a, *second = (uint64_t *)b, word = *first;
  *first = *second;
  *second = word;
}
static void swapHalves(void *a, void *b) {
  uint32_t *first = (uint32_t *)a, *second = (uint32_t *)b;
  for (int i = 0; i < 2; i++) {
    uint32_t half = first[i];
    first[i] = second[i];
    second[i] = half;
  }
}
static void swapBytes(void *a, void *b) {
  unsigned char *first = (unsigned char *)a, *second = (unsigned char *)b;
  for (int i = 0; i < 8; i++) {
    unsigned char byte = first[i];
    first[i] = second[i];
    second[i] = byte;
  }
}
static const swap swaps[3] = {swapWords, swapHalves, swapBytes};

NOINLINE static void sort(double *values, int n, const swap *by) {
  for (int i = 1; i < n; i++)
    for (int j = i; j && values[j - 1] > values[j]; j--)
      by[(i + j) % 3](values + j - 1, values + j);
}
double sorted(const double *x, int n) {
  double values[8], sum = 0;
  for (int i = 0; i < n; i++)
    values[i] = x[i] * x[(i + 1) % n];
  sort(values, n, swaps);
  for (int i = 0; i < n; i++)
    sum += values[i] * values[i] * (i + 1);
  return sum;
}
CHECK_FUNCTION_N(sorted, 5, 1, -2, 3, 0.5, -0.25);
