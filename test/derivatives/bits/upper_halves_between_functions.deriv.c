// The upper half of a double that one function loads, and another one converts: by its result, by
// a parameter, by the address of the half. Linear from one power of two to the next; exponents and
// hashes are steps.
#include "check.h"
#include <stdint.h>

union cell {
  double number;
  int32_t half[2];
};
NOINLINE static void set(union cell *cell, double x) { cell->number = x; }
NOINLINE static int32_t upper(const union cell *cell) { return cell->half[1]; }
NOINLINE static int32_t shifted(const union cell *cell) { return cell->half[1] - 1072632447; }
NOINLINE static double scaled(int32_t half) { return half * 0x1p-20; }
NOINLINE static void copyHalf(int32_t *to, const int32_t *from) { *to = *from; }
NOINLINE static int exponentOf(const union cell *cell) { return (cell->half[1] >> 20) - 1023; }
NOINLINE static unsigned hashOf(const union cell *cell) {
  return ((unsigned)cell->half[1] * 2654435761u) >> 20;
}

static double returned(double x) {
  union cell cell;
  set(&cell, x * x);
  return upper(&cell) * 0x1p-20;
}
static double returnedShifted(double x) {
  union cell cell;
  set(&cell, x);
  return shifted(&cell) * 0x1p-20 * x;
}
static double given(double x) {
  union cell cell;
  set(&cell, x * x);
  return scaled(cell.half[1]);
}
static double copied(double x) {
  union cell cell;
  int32_t half;
  set(&cell, x * x);
  copyHalf(&half, &cell.half[1]);
  return half * 0x1p-20;
}
static double ofSeveral(double x) {
  union cell cells[3];
  double sum = 0;
  for (int i = 0; i < 3; i++)
    set(cells + i, x * (i + 1));
  for (int i = 0; i < 3; i++)
    sum += upper(cells + i) * 0x1p-20;
  return sum;
}
static double steps(double x) {
  union cell cell;
  set(&cell, x);
  return exponentOf(&cell) * x + hashOf(&cell);
}

/// Of a value of either kind, a count that lies where a number's half may is an integer.
struct either {
  int isPair;
  union {
    double number;
    struct {
      int32_t kind, count;
    } pair;
  } as;
};
NOINLINE static void setNumber(struct either *to, double x) {
  to->isPair = 0;
  to->as.number = x;
}
NOINLINE static void setPair(struct either *to, int32_t count) {
  to->isPair = 1;
  to->as.pair.kind = 3;
  to->as.pair.count = count;
}
NOINLINE static int32_t countOf(const struct either *from) { return from->as.pair.count; }
static double counts(const double *x) {
  struct either value;
  setNumber(&value, x[0] * x[1]);
  double number = value.as.number;
  setPair(&value, 0x41234567);
  return number * countOf(&value) * 1e-9 * x[0];
}

extern double __enzyme_fwddiff_slope(void *, ...);
/// Half a word per power of two: how much half of it changes.
static double slope(double x) { return ldexp(1, -ilogb(x)); }
#define CHECK_SLOPE(f, x, expected)                                                                \
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)f, x), expected, 1e-12);                            \
  EXPECT_CLOSE(__enzyme_fwddiff_slope((void *)f, x, 1.0), expected, 1e-12)
CHECK_FUNCTION(counts, 2, 1.3, 0.7);
CHECK_VALUES(slopes) {
  double x = 2.7;
  CHECK_SLOPE(returned, x, 2 * x * slope(x * x));
  CHECK_SLOPE(returnedShifted, x, returnedShifted(x) / x + x * slope(x));
  CHECK_SLOPE(given, x, 2 * x * slope(x * x));
  CHECK_SLOPE(copied, x, 2 * x * slope(x * x));
  CHECK_SLOPE(ofSeveral, x, slope(x) + 2 * slope(2 * x) + 3 * slope(3 * x));
  CHECK_SLOPE(steps, x, exponentOf(&(union cell){x}));
}
