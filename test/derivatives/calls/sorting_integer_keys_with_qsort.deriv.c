// qsort of integer keys with a callback; the sorted order picks active values.
#include "check.h"

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
double f(const double *x, int n) {
  int key[4] = {2, 3, 0, 1};
  qsort(key, (size_t)n, sizeof(int), ascending);
  double r = 1;
  for (int i = 0; i < n; i++)
    r = r * 0.5 + x[key[i]] * x[i];
  return r;
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2);
