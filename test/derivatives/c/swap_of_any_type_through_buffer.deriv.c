// Generic swap and insertion sort over void*, with sizes known only at run time.
#include "check.h"

NOINLINE static void swap(void *a, void *b, size_t size) {
  char buffer[64];
  memcpy(buffer, a, size);
  memcpy(a, b, size);
  memcpy(b, buffer, size);
}

NOINLINE static void sortAny(void *base, size_t n, size_t size, int (*order)(const void *, const void *)) {
  char *bytes = base;
  for (size_t i = 1; i < n; i++)
    for (size_t k = i; k > 0 && order(bytes + (k - 1) * size, bytes + k * size) > 0; k--)
      swap(bytes + (k - 1) * size, bytes + k * size, size);
}

struct entry {
  int key;
  double value;
};
static int byKey(const void *a, const void *b) { return ((const struct entry *)a)->key - ((const struct entry *)b)->key; }
static int byValue(const void *a, const void *b) {
  double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

double f(const double *x, int n) {
  struct entry entries[4];
  double values[4];
  for (int i = 0; i < n; i++) {
    entries[i] = (struct entry){(i * 3) % 4, x[i]};
    values[i] = x[i] * x[i];
  }
  sortAny(entries, (size_t)n, sizeof entries[0], byKey);
  sortAny(values, (size_t)n, sizeof values[0], byValue);
  double r = 0;
  for (int i = 0; i < n; i++)
    r += entries[i].value * values[i] * (i + 1);
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
