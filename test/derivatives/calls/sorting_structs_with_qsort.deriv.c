// qsort of structs that hold an active value beside an integer key.
#include "check.h"
typedef struct {
  int key;
  double value;
} entry;

static int byKey(const void *a, const void *b) {
  return ((const entry *)a)->key - ((const entry *)b)->key;
}
double f(const double *x, int n) {
  static const int keys[4] = {7, 1, 9, 4};
  entry entries[4];
  for (int i = 0; i < n; i++)
    entries[i].key = keys[i], entries[i].value = x[i] * x[i];
  qsort(entries, (size_t)n, sizeof(entry), byKey);
  double r = 0;
  for (int i = 0; i < n; i++)
    r = r * 0.5 + entries[i].value * entries[i].key;
  return r;
}

CHECK_FUNCTION_N(f, 4, 2, -1.5, 0.75, 1);
