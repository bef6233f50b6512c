// The same by a structure that lies in front, found by a function.
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
struct note {
  void *block;
};
static struct note *noteOf(void *p) { return (struct note *)p - 1; }
static void *byNote(void *p, size_t size) {
  struct note *note = noteOf(p);
  char *block = note->block;
  size_t before = (size_t)((char *)p - block);
  block = realloc(block, size + 64);
  char *aligned = (char *)(((size_t)block & ~(size_t)63) + 64);
  if (aligned != block + before)
    memmove(aligned, block + before, size / 2);
  noteOf(aligned)->block = block;
  return aligned;
}

double f(const double *x, int n) {
  double *a = whole(n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  a = byNote(a, 2 * n * sizeof *a);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    a[n + i] = a[i] * x[n - 1 - i];
    sum += a[n + i] * a[i];
  }
  drop(a);
  return sum;
}
CHECK_FUNCTION_N(f, 5, 1, -2, 3, 0.5, 0.25);
