// bsearch in a constant table of integers.
#include "check.h"

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static const int table[5] = {1, 3, 5, 7, 9};
double f(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    const int key = 2 * i + 1;
    const int *found = (const int *)bsearch(&key, table, 5, sizeof(int), compare);
    if (found)
      sum += x[found - table] * *found * x[0];
  }
  return sum;
}

CHECK_FUNCTION_N(f, 4, 2, -1.5, 0.75, 1);
