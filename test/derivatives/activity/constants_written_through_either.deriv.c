// Constants, and addresses, are written through pointers that lead to memory with or without a
// shadow: where there is none they arrive as they are, and stay.
#include "check.h"
enum { N = 3 };
static double fixed[2 * N] = {5, 6, 7, 8, 9, 10};

/// By stores, by a copy, by an atomic addition, from tables that are filled at run time.
NOINLINE static void setTo(double *const *rows, int row, double value) { rows[row][1] = value; }
NOINLINE static void copyTo(double *const *rows, int row, const double *from) {
  memcpy(rows[row], from, 2 * sizeof *from);
}
void stored(const double *x, double *y, const double *c) {
  double first[N] = {x[0], x[1], x[2]}, second[N] = {x[1], x[2], x[0]};
  double constant[N] = {1, 2, 3};
  memcpy(constant, c, sizeof constant);
  double *rows[3] = {first, constant, second};
  static const double numbers[2] = {0.25, 0.75};
  for (int i = 0; i < 3; i++)
    setTo(rows, i, 3 + i);
  y[0] = first[0] * constant[1] + second[1] * second[2] + first[1] * first[2];
  copyTo(rows, 0, numbers);
  copyTo(rows, 1, numbers);
  y[1] = first[0] * x[0] + constant[0] * x[1] + constant[1] * first[2];
}
CHECK_VECTOR_CONST(stored, N, 2, fixed, 1, 2, 3);

/// What lies outside and is constant by the request.
static void outside(double *const *rows, const double *x, double *y, long n) {
  static const double numbers[2] = {0.25, 0.75};
  for (int i = 0; i < 2; i++) {
    rows[i][0] = 4;
    memcpy(rows[i] + 1, numbers, n * sizeof *numbers);
    memset(rows[i] + 3, 0, sizeof(double));
  }
  *y = x[0] * rows[0][0] + x[1] * rows[1][2] + rows[0][1] * x[0] * x[1];
}
CHECK_VALUES(rows) {
  double x[2] = {2, 3}, dx[2] = {1, 0}, one[4] = {1, 1, 1, 1}, other[4] = {1, 1, 1, 1};
  double done[4] = {2, 2, 2, 2}, y = 0, dy = 0;
  double *rows[2] = {one, other}, *drows[2] = {done, other};
  __enzyme_fwddiff_checkv((void *)outside, enzyme_runtime_activity, enzyme_dup, rows, drows, enzyme_dup, x, dx, enzyme_dup,
                          &y, &dy, 2L);
  EXPECT_EXACT(y, 2 * 4 + 3 * 0.75 + 0.25 * 6);
  EXPECT_EXACT(dy, 4 + 0.25 * 3);
  EXPECT_TRUE(other[0] == 4 && other[1] == 0.25 && other[2] == 0.75 && other[3] == 0);
  EXPECT_TRUE(one[0] == 4 && one[2] == 0.75 && done[0] == 0 && done[2] == 0 && done[3] == 0);
  dy = 1;
  dx[0] = dx[1] = 0;
  memset(done, 0, sizeof done);
  __enzyme_autodiff_checkv((void *)outside, enzyme_runtime_activity, enzyme_dup, rows, drows, enzyme_dup, x, dx, enzyme_dup,
                           &y, &dy, 2L);
  EXPECT_EXACT(dx[0], 4 + 0.25 * 3);
  EXPECT_EXACT(dx[1], 0.75 + 0.25 * 2);
  EXPECT_TRUE(other[0] == 4 && other[1] == 0.25 && other[2] == 0.75 && other[3] == 0);
}

/// An address is written into a structure that is constant: there it stays the program's own.
struct view {
  double *values;
  double scale;
};
static double viewed(struct view *const *views, double *x, size_t bytes) {
  double sum = 0;
  struct view own = {x + 1, 2};
  for (int i = 0; i < 2; i++) {
    views[i]->values = x;
    sum += views[i]->scale * x[i] * x[i];
  }
  memcpy(views[2], &own, bytes);
  return sum;
}
CHECK_VALUES(addresses) {
  double x[2] = {2, 3}, dx[2] = {0, 0};
  struct view constant = {NULL, 4}, active = {NULL, 5}, shadow = {NULL, 0}, copied = {NULL, 6};
  struct view *views[3] = {&constant, &active, &copied}, *shadows[3] = {&constant, &shadow, &copied};
  __enzyme_autodiff_checkv((void *)viewed, enzyme_runtime_activity, enzyme_dup, views, shadows, enzyme_dup, x, dx, sizeof constant);
  EXPECT_TRUE(dx[0] == 16 && dx[1] == 30);
  EXPECT_TRUE(constant.values == x && active.values == x && shadow.values == dx);
  EXPECT_TRUE(copied.values == x + 1 && copied.scale == 2);
  dx[0] = 1;
  dx[1] = 0;
  shadow.scale = 0;
  __enzyme_fwddiff_checkv((void *)viewed, enzyme_runtime_activity, enzyme_dup, views, shadows, enzyme_dup, x, dx, sizeof constant);
  EXPECT_TRUE(constant.values == x && active.values == x && shadow.values == dx);
  EXPECT_TRUE(copied.values == x + 1 && copied.scale == 2);
}
