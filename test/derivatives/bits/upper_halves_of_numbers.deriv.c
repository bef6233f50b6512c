// The upper half of a double that one function stores, and another one reads as an integer and
// converts to a number, as fast exponentials do it: linear from one power of two to the next.
// Hashes, exponents and lower halves are steps, and integers that lie there are integers.
#include "check.h"
#include <stdint.h>
#include <stdlib.h>

union cell {
  double number;
  int32_t half[2];
};
NOINLINE static void set(union cell *cell, double x) { cell->number = x; }
NOINLINE static double upper(const union cell *cell) { return cell->half[1] * 0x1p-20; }
NOINLINE static double scaled(const union cell *cell) {
  return (cell->half[1] - 1072632447) / 1512775.3951951856;
}
NOINLINE static double both(const union cell *cell) {
  return (double)((int64_t)cell->half[1] << 32 | (uint32_t)cell->half[0]) * 0x1p-52;
}
NOINLINE static double sum(const union cell *cells, int n) {
  double all = 0;
  for (int i = 0; i < n; i++)
    all += cells[i].half[1] * 0x1p-20;
  return all;
}
NOINLINE static double last(const union cell *cells, int n) {
  return n == 1 ? cells->half[1] * 0x1p-20 : last(cells + 1, n - 1);
}
NOINLINE static double hash(const union cell *cell) {
  return (double)(((uint32_t)cell->half[1] * 2654435761u) >> 20);
}
NOINLINE static double exponent(const union cell *cell) {
  return ((cell->half[1] >> 20) & 0x7ff) - 1023;
}
NOINLINE static double lower(const union cell *cell) { return cell->half[0] & 3; }
NOINLINE static double larger(const union cell *cell) {
  return cell->half[1] >= 0x40000000 ? cell->number * cell->number : cell->number;
}
NOINLINE static double converted(const int32_t *integer) { return *integer; }
NOINLINE static void setInteger(union cell *cell, int32_t integer) {
  cell->half[0] = 1;
  cell->half[1] = integer;
}

static double upperOfOne(double x) {
  union cell cell;
  set(&cell, x * x);
  return upper(&cell);
}
static double scaledOfOne(double x) {
  union cell *cell = malloc(sizeof *cell);
  set(cell, x);
  double y = scaled(cell) * x;
  free(cell);
  return y;
}
static double bothOfOne(double x) {
  union cell cell;
  set(&cell, x * x);
  return both(&cell);
}
static double ofSeveral(double x) {
  union cell cells[3];
  set(cells, x);
  set(cells + 1, 2 * x);
  set(cells + 2, x * x);
  return sum(cells, 3) + last(cells, 3) * x;
}
static double steps(double x) {
  union cell cell;
  set(&cell, x);
  return hash(&cell) * exponent(&cell) + lower(&cell);
}
static double compared(double x) {
  union cell cell;
  set(&cell, 3 * x);
  return larger(&cell);
}
static double integers(double x) {
  union cell cell;
  set(&cell, x);
  setInteger(&cell, 0x3ff12345);
  int32_t alone = 7;
  return x * (upper(&cell) + converted(&alone));
}

extern double __enzyme_fwddiff_slope(void *, ...);
/// An arena that held numbers holds pairs of large integers next: they are no halves.
struct pair {
  int32_t kind, count;
};
NOINLINE static void fillNumbers(double *at, const double *x) {
  for (int i = 0; i < 8; i++)
    at[i] = x[i % 2] * (i + 1);
}
NOINLINE static void fillPairs(struct pair *at) {
  for (int i = 0; i < 8; i++)
    at[i] = (struct pair){i, 0x40000000 + 1000 * i};
}
NOINLINE static double allOf(const double *at) {
  double sum = 0;
  for (int i = 0; i < 8; i++)
    sum += at[i] * at[i];
  return sum;
}
NOINLINE static double countsOf(const struct pair *at) {
  double sum = 0;
  for (int i = 0; i < 8; i++)
    sum += at[i].count;
  return sum * 1e-9;
}
NOINLINE static double countOf(const struct pair *at) { return at->count * 1e-9; }
static double inArena(const double *x) {
  char *memory = malloc(256);
  fillNumbers((double *)memory, x);
  double sum = allOf((double *)memory);
  fillPairs((struct pair *)memory);
  double counts = countsOf((struct pair *)memory) + countOf((struct pair *)memory + 2);
  free(memory);
  return sum * counts;
}
static char pool[256];
static double inPool(const double *x) {
  fillNumbers((double *)pool, x);
  double sum = allOf((double *)pool);
  fillPairs((struct pair *)pool);
  return sum * (countsOf((struct pair *)pool) + countOf((struct pair *)pool + 3));
}
/// A value of either kind: an integer of it is one.
struct either {
  int isPair;
  union {
    double number;
    struct pair pair;
  } as;
};
NOINLINE static void setNumber(struct either *to, double x) {
  to->isPair = 0;
  to->as.number = x;
}
NOINLINE static void setPair(struct either *to, int32_t count) {
  to->isPair = 1;
  to->as.pair.count = count;
}
NOINLINE static double valueOf(const struct either *from) {
  return from->isPair ? from->as.pair.count * 1e-9 : from->as.number;
}
static double inEither(const double *x) {
  struct either *value = malloc(sizeof *value);
  setNumber(value, x[0] * x[1]);
  double first = valueOf(value);
  setPair(value, 0x41234567);
  double second = valueOf(value);
  free(value);
  return first * second * x[0];
}

/// Half a word per power of two: how much half of it changes.
static double slope(double x) { return ldexp(1, -ilogb(x)); }

CHECK_FUNCTION(inArena, 2, 1.3, 0.7);
CHECK_FUNCTION(inPool, 2, 1.3, 0.7);
CHECK_FUNCTION(inEither, 2, 1.3, 0.7);
CHECK_SCALAR(bothOfOne, 0.3, 1.5, 2.8);
CHECK_SCALAR(compared, 0.3, 1.5);
#define CHECK_SLOPE(f, x, expected)                                                                \
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)f, x), expected, 1e-12);                            \
  EXPECT_CLOSE(__enzyme_fwddiff_slope((void *)f, x, 1.0), expected, 1e-12)
CHECK_VALUES(slopes) {
  double x = 2.7;
  CHECK_SLOPE(upperOfOne, x, 2 * x * slope(x * x));
  CHECK_SLOPE(scaledOfOne, x, scaledOfOne(x) / x + x * 0x1p20 * slope(x) / 1512775.3951951856);
  double cubic = 2 * x * slope(x * x), size = ((union cell){x * x}).half[1] * 0x1p-20;
  CHECK_SLOPE(ofSeveral, x, slope(x) + 2 * slope(2 * x) + cubic + size + x * cubic);
  CHECK_SLOPE(steps, x, 0);
  CHECK_SLOPE(integers, x, 0x3ff12345 * 0x1p-20 + 7);
}
