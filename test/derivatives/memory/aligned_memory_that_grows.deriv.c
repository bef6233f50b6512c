// A block is found by the note in front of aligned memory, and made larger.
#include "check.h"
#include <stddef.h>

static void *whole(size_t size) {
  void *block = malloc(size + 64);
  if (block == 0)
    return 0;
  void *aligned = (void *)(((size_t)block & ~(size_t)63) + 64);
  *((void **)aligned - 1) = block;
  return aligned;
}
static void drop(void *p) {
  if (p)
    free(*((void **)p - 1));
}
static void *larger(void *p, size_t size) {
  void *block = *((void **)p - 1);
  ptrdiff_t before = (char *)p - (char *)block;
  block = realloc(block, size + 64);
  void *aligned = (void *)(((size_t)block & ~(size_t)63) + 64), *moved = (char *)block + before;
  if (aligned != moved)
    memmove(aligned, moved, size / 2);
  *((void **)aligned - 1) = block;
  return aligned;
}

double f(const double *x, int n) {
  double *a = whole(n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  a = larger(a, 2 * n * sizeof *a);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    a[n + i] = a[i] * x[n - 1 - i];
    sum += a[n + i] * a[i];
  }
  drop(a);
  return sum;
}
CHECK_FUNCTION_N(f, 5, 1, -2, 3, 0.5, 0.25);
