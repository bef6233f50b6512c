// A hand-made bump allocator over one block that also holds integers.
#include "check.h"
typedef struct {
  char *at, *end;
} arena;

static void *take(arena *a, size_t bytes) {
  char *r = a->at;
  bytes = (bytes + 15) & ~(size_t)15;
  if (r + bytes > a->end)
    return 0;
  a->at = r + bytes;
  return r;
}
double f(const double *x, int n) {
  char *block = (char *)malloc(512);
  arena a = {block, block + 512};
  double *values = (double *)take(&a, sizeof(double) * (size_t)n);
  int *order = (int *)take(&a, sizeof(int) * (size_t)n);
  double *squares = (double *)take(&a, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++) {
    order[i] = n - 1 - i;
    values[i] = x[i] * 2;
    squares[i] = values[i] * values[i];
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += values[order[i]] * squares[i];
  free(block);
  return sum;
}

CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);
