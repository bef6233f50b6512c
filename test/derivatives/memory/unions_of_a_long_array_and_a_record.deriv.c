// A union of a long array of numbers and a record with addresses, of which the first numbers lie
// beside counts.
#include "check.h"
#include <stdlib.h>

typedef union {
  double number[600];
  struct {
    long count[400];
    double *address[8];
  } record;
} either;

NOINLINE static void copyWhole(either *to, const either *from) { *to = *from; }
NOINLINE static void copyWord(either *to, const either *from, int i) {
  memcpy(&to->record.address[i], &from->record.address[i], 8);
}

static double chosen(const double *x) {
  either *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
  double own = x[0] * x[1], sum = 0;
  a->number[403] = x[2] * x[0];
  copyWhole(b, a);
  sum += b->number[403] * x[1];
  memset(a, 0, sizeof *a);
  a->record.address[3] = &own;
  copyWhole(b, a);
  copyWord(a, b, 3);
  sum += *b->record.address[3] * x[2] + *a->record.address[3];
  *b->record.address[3] = 3 * x[2] * x[2];
  sum += own * x[0];
  free(a);
  free(b);
  return sum;
}
CHECK_FUNCTION(chosen, 3, 0.4, 1.2, -0.7);
