// __enzyme_todense: what the derivative reads from a shadow is what a function says, what it writes
// goes to a function; at every level, inlined or not, in both modes (words 2.9).
// also: -fno-builtin
// oracle: off, shadows that are no memory cannot be compared
#include "check.h"
#include <cstdint>
template <class R, class... T> R __enzyme_fwddiff(void *, T...);
template <class R, class... T> R __enzyme_autodiff(void *, T...);
template <class R, class... T> R __enzyme_todense(T...);
template <class R, class... T> R __enzyme_post_sparse_todense(T...);
static double sum = 0;
static long count = 0;
static double table[8][8];
static void emit(int64_t r, int64_t c, double v) {
  sum += v * (r + 1) * (c + 1);
  count++;
  table[r][c] = v;
}
static double unit(int64_t off, int64_t k) { return off / 8 == k ? 1.0 : 0.0; }
static void nothing(double, int64_t, int64_t) {}
static double zero(int64_t, int64_t) { return 0; }
__attribute__((always_inline)) static void keep(double v, int64_t off, int64_t k) {
  if (v != 0)
    emit(off / 8, k, v);
}
static void square(long n, const double *x, double *y) {
  for (long i = 0; i < n; i++)
    y[i] = x[i] * x[i];
}
NOINLINE static double pick(const double *x, long i) { return x[i] * x[i]; }
NOINLINE static void through(long n, const double *x, double *y) {
  for (long i = 0; i < n; i++)
    y[i] = pick(x, i) * (i ? pick(x + 1, i - 2 + 1) : 1);
}
static void copied(long n, const double *x, double *y) { memcpy(y, x + 1, (n - 1) * sizeof(double)); }
static void chosen(long n, const double *x, double *y, const double *other) {
  for (long i = 0; i < n; i++) {
    const double *from = i % 2 ? x : other;
    y[i] = from[i] * from[i];
  }
}
static double total(long n, const double *x) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += x[i] * x[i] * (i + 1);
  return s;
}

template <class F> static void columns(F *f, long n, const double *x, double *y) {
  sum = count = 0;
  memset(table, 0, sizeof table);
  for (long k = 0; k < n; k++)
    __enzyme_fwddiff<void>((void *)f, enzyme_const, n, enzyme_dup, x,
                           __enzyme_todense<double *>((void *)unit, (void *)nothing, k), enzyme_dup,
                           y, __enzyme_post_sparse_todense<double *>((void *)zero, (void *)keep, k));
}

CHECK_VALUES(forward) {
  double x[3] = {1, 2, 3}, y[3];
  columns(square, 3, x, y);
  EXPECT_EXACT(sum, 72);
  EXPECT_EXACT(count, 3);
  EXPECT_EXACT(y[2], 9);
  columns(through, 3, x, y);
  EXPECT_EXACT(table[0][0], 2);
  EXPECT_EXACT(table[1][1], 32); // x1^4
  EXPECT_EXACT(table[2][2], 108);
  EXPECT_EXACT(count, 3);
  columns(copied, 3, x, y);
  EXPECT_EXACT(table[0][1], 1);
  EXPECT_EXACT(table[1][2], 1);
  EXPECT_EXACT(count, 2);
}
CHECK_VALUES(choice) {
  double x[3] = {1, 2, 3}, other[3] = {5, 6, 7}, dother[3] = {1, 1, 1}, y[3];
  memset(table, 0, sizeof table);
  for (long k = 0; k < 3; k++)
    __enzyme_fwddiff<void>((void *)chosen, enzyme_const, 3L, enzyme_dup, (const double *)x,
                           __enzyme_todense<double *>((void *)unit, (void *)nothing, k), enzyme_dup,
                           (double *)y, __enzyme_todense<double *>((void *)zero, (void *)keep, k),
                           enzyme_dup, (const double *)other, (const double *)dother);
  EXPECT_EXACT(table[1][1], 4);
  EXPECT_EXACT(table[0][0], 10);
  EXPECT_EXACT(table[0][1], 10);
  EXPECT_EXACT(table[2][0], 14);
  EXPECT_EXACT(table[1][0], 0);
}
CHECK_VALUES(reverse) {
  double x[3] = {1, 2, 3};
  memset(table, 0, sizeof table);
  __enzyme_autodiff<void>((void *)total, enzyme_const, 3L, enzyme_dup, (const double *)x,
                          __enzyme_todense<double *>((void *)zero, (void *)keep, 5L));
  EXPECT_EXACT(table[0][5], 2);
  EXPECT_EXACT(table[1][5], 8);
  EXPECT_EXACT(table[2][5], 18);
  // A copy, backwards: what its result's shadow says is added to the shadow of its source.
  double y[3];
  __enzyme_autodiff<void>((void *)copied, enzyme_const, 3L, enzyme_dup, (const double *)x,
                          __enzyme_todense<double *>((void *)zero, (void *)keep, 4L), enzyme_dup,
                          (double *)y, __enzyme_todense<double *>((void *)unit, (void *)nothing, 1L));
  EXPECT_EXACT(table[2][4], 1);
  EXPECT_EXACT(table[1][4], 0);
  double *shadow = __enzyme_todense<double *>((void *)zero, (void *)keep, 6L);
  __enzyme_autodiff<void>((void *)total, enzyme_const, 3L, enzyme_dup, (const double *)x, shadow);
  EXPECT_EXACT(table[2][6], 18);
}
