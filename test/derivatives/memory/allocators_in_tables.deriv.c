// Memory from tables of the library's functions, as libraries that let their users choose the
// allocator keep them: one that may change, one that is constant. What grows and copies memory
// is there, too.
#include "check.h"
#include <stdlib.h>
#include <string.h>

struct allocators {
  void *(*make)(size_t), *(*clear)(size_t, size_t), *(*grow)(void *, size_t);
  void *(*copy)(void *, const void *, size_t);
  int (*align)(void **, size_t, size_t);
  void (*give_back)(void *);
};

struct allocators chosen = {malloc, calloc, realloc, memcpy, posix_memalign, free};
static const struct allocators fixed = {malloc, calloc, realloc, memmove, posix_memalign, free};

static double grown(const struct allocators *with, const double *x, int n) {
  double *list = with->make(sizeof *list), *sums = with->clear(n, sizeof *sums);
  void *kept;
  if (with->align(&kept, 32, n * sizeof *list))
    return -1;
  for (int i = 0; i < n; i++) {
    list = with->grow(list, (i + 1) * sizeof *list);
    list[i] = x[i] * x[(i + 1) % n];
    sums[i] += list[i] * list[0];
  }
  with->copy(kept, sums, n * sizeof *list);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += ((double *)kept)[i] * list[i];
  with->give_back(list);
  with->give_back(sums);
  with->give_back(kept);
  return sum;
}

double from_a_table_that_may_change(const double *x, int n) { return grown(&chosen, x, n); }
double from_a_constant_table(const double *x, int n) { return grown(&fixed, x, n); }

CHECK_FUNCTION_N(from_a_table_that_may_change, 4, 1, 2, 0.5, -1);
CHECK_FUNCTION_N(from_a_constant_table, 4, 1, 2, 0.5, -1);
