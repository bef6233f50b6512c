// The classic byte-wise swap inside a hand-written heap sort.
#include "check.h"

NOINLINE static void swapBytes(char *a, char *b, size_t n) {
  while (n--) {
    char t = *a;
    *a++ = *b;
    *b++ = t;
  }
}

NOINLINE static void selectionSort(void *base, size_t n, size_t size, int (*order)(const void *, const void *)) {
  char *p = base;
  for (size_t i = 0; i < n; i++)
    for (size_t k = i + 1; k < n; k++)
      if (order(p + i * size, p + k * size) > 0)
        swapBytes(p + i * size, p + k * size, size);
}

static int ascending(const void *a, const void *b) {
  const double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

double f(const double *x, int n) {
  double v[8];
  for (int i = 0; i < n; i++)
    v[i] = x[i] * x[i] - x[0];
  selectionSort(v, (size_t)n, sizeof v[0], ascending);
  double r = 0;
  for (int i = 0; i < n; i++)
    r += v[i] * v[i] * (i + 1);
  return r;
}

CHECK_FUNCTION_N(f, 5, 0.5, -1.5, 0.75, 2.0, 1.25);
