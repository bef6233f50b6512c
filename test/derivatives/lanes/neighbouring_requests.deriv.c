// Requests side by side with the same values may become lanes of one; each must give what it gives alone, whatever
// stands between them, whichever memory they share, and whatever the function does.
#include "check.h"
void __enzyme_autodiff_v(void *, ...);
double __enzyme_autodiff_d(void *, ...);
double __enzyme_fwddiff_d(void *, ...);
void __enzyme_fwddiff_v(void *, ...);
enum { n = 3 };
static void f(const double *x, const double *c, double *y) {
  double s = sin(x[0]) * x[1], t = exp(x[2]) * c[0];
  y[0] = s * t;
  y[1] = s + t * x[0];
}
static double g(const double *x, double z) { return sin(x[0]) * x[1] * z + x[2] * x[2]; }
/// One request in each, and never two side by side.
NOINLINE static void row(const double *x, double *dx, const double *c, double *y, double *dy) {
  __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, c, enzyme_dup, y, dy);
}
NOINLINE static double direction(const double *x, const double *dx, double z, double dz) {
  return __enzyme_fwddiff_d((void *)g, enzyme_dup, x, dx, enzyme_dup, z, dz);
}
static const double at[n] = {0.3, 0.4, 0.5}, factor[1] = {2};
static void expectRow(const double *got, int which, const double *before) {
  double dx[n], y[2], dy[2] = {which == 0, which == 1};
  memcpy(dx, before, sizeof dx);
  row(at, dx, factor, y, dy);
  for (int i = 0; i < n; i++)
    EXPECT_CLOSE(got[i], dx[i], 1e-14);
}
static const double zero[n];

CHECK_VALUES(rows) { // together
  double y[2], row0[n] = {0}, row1[n] = {0}, seed0[2] = {1, 0}, seed1[2];
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, row0, enzyme_const, factor, enzyme_dup, y, seed0);
  seed1[0] = 0, seed1[1] = 1;
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, row1, enzyme_const, factor, enzyme_dup, y, seed1);
  expectRow(row0, 0, zero);
  expectRow(row1, 1, zero);
  EXPECT_EXACT(seed0[0], 0);
  EXPECT_EXACT(seed1[1], 0);
  EXPECT_CLOSE(y[0], sin(0.3) * 0.4 * exp(0.5) * 2, 1e-14);
}
CHECK_VALUES(directions) { // together, results in variables and in an array
  double dx[2][n] = {{1, 0, 2}, {0, 1, -1}}, out[2];
  double a = __enzyme_fwddiff_d((void *)g, enzyme_dup, at, dx[0], enzyme_dup, 2.0, 0.5);
  double b = __enzyme_fwddiff_d((void *)g, enzyme_dup, at, dx[1], enzyme_dup, 2.0, 0.0);
  out[0] = 3 * __enzyme_fwddiff_d((void *)g, enzyme_dup, at, dx[0], enzyme_dup, 2.0, 0.0);
  out[1] = __enzyme_fwddiff_d((void *)g, enzyme_dup, at, dx[0], enzyme_dup, 2.0, 1.0);
  EXPECT_CLOSE(a, direction(at, dx[0], 2, 0.5), 1e-14);
  EXPECT_CLOSE(b, direction(at, dx[1], 2, 0), 1e-14);
  EXPECT_CLOSE(out[0], 3 * direction(at, dx[0], 2, 0), 1e-14);
  EXPECT_CLOSE(out[1], direction(at, dx[0], 2, 1), 1e-14);
}
CHECK_VALUES(adjoints_of_numbers) { // together: what is returned is taken apart
  double row0[n] = {0}, row1[n] = {0};
  double z0 = __enzyme_autodiff_d((void *)g, enzyme_dup, at, row0, 2.0);
  double z1 = __enzyme_autodiff_d((void *)g, enzyme_dup, at, row1, 2.0);
  EXPECT_CLOSE(z0, sin(0.3) * 0.4, 1e-14);
  EXPECT_CLOSE(z1, sin(0.3) * 0.4, 1e-14);
  EXPECT_CLOSE(row1[1], 2 * sin(0.3), 1e-14);
  EXPECT_CLOSE(row0[2], 1, 1e-14);
}
/// More rows than lanes, in one array: the function's bytes tell them apart.
CHECK_VALUES(rows_of_one_array) {
  double rows[4][n] = {{0}}, y[2], seeds[4][2] = {{1, 0}, {0, 1}, {1, 0}, {0, 1}};
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, rows[0], enzyme_const, factor, enzyme_dup, y, seeds[0]);
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, rows[1], enzyme_const, factor, enzyme_dup, y, seeds[1]);
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, rows[2], enzyme_const, factor, enzyme_dup, y, seeds[2]);
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, rows[3], enzyme_const, factor, enzyme_dup, y, seeds[3]);
  for (int r = 0; r < 4; r++)
    expectRow(rows[r], r % 2, zero);
}
CHECK_VALUES(one_shadow) { // both add to it
  double y[2], dx[n] = {0}, first[n] = {0}, seed0[2] = {1, 0}, seed1[2] = {0, 1};
  row(at, first, factor, y, (double[2]){1, 0});
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, dx, enzyme_const, factor, enzyme_dup, y, seed0);
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, dx, enzyme_const, factor, enzyme_dup, y, seed1);
  expectRow(dx, 1, first);
}
CHECK_VALUES(rows_overlap) { // both add to two of the numbers
  double y[2], all[n + 1] = {0}, seed0[2] = {1, 0}, seed1[2] = {0, 1}, first[n] = {0}, last[n];
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, all, enzyme_const, factor, enzyme_dup, y, seed0);
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, all + 1, enzyme_const, factor, enzyme_dup, y, seed1);
  row(at, first, factor, y, (double[2]){1, 0});
  last[0] = first[1], last[1] = first[2], last[2] = 0;
  expectRow(all + 1, 1, last);
  EXPECT_CLOSE(all[0], first[0], 1e-14);
}
CHECK_VALUES(one_seed) { // the first clears it, in between it is set again
  double y[2], row0[n] = {0}, row1[n] = {0}, seed[2] = {1, 0};
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, row0, enzyme_const, factor, enzyme_dup, y, seed);
  seed[0] = 0, seed[1] = 1;
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, row1, enzyme_const, factor, enzyme_dup, y, seed);
  expectRow(row0, 0, zero);
  expectRow(row1, 1, zero);
}
NOINLINE static void both(const double *x, double *row0, double *row1, double *y, double *seed0, double *seed1) {
  __enzyme_autodiff_v((void *)f, enzyme_dup, x, row0, enzyme_const, factor, enzyme_dup, y, seed0);
  __enzyme_autodiff_v((void *)f, enzyme_dup, x, row1, enzyme_const, factor, enzyme_dup, y, seed1);
}
NOINLINE static void bothApart(const double *x, double *restrict row0, double *restrict row1, double *restrict y,
                               double *restrict seed0, double *restrict seed1) { // together
  __enzyme_autodiff_v((void *)f, enzyme_dup, x, row0, enzyme_const, factor, enzyme_dup, y, seed0);
  __enzyme_autodiff_v((void *)f, enzyme_dup, x, row1, enzyme_const, factor, enzyme_dup, y, seed1);
}
CHECK_VALUES(of_parameters) {
  double y[2], dx[n] = {0}, first[n] = {0}, row0[n] = {0}, row1[n] = {0};
  row(at, first, factor, y, (double[2]){1, 0});
  both(at, dx, dx, y, (double[2]){1, 0}, (double[2]){0, 1});
  expectRow(dx, 1, first);
  bothApart(at, row0, row1, y, (double[2]){1, 0}, (double[2]){0, 1});
  expectRow(row0, 0, zero);
  expectRow(row1, 1, zero);
}
CHECK_VALUES(looked_at_in_between) {
  double y[2], row0[n] = {0}, row1[n] = {0}, seed0[2] = {1, 0}, seed1[2] = {0, 1}, seen, value;
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, row0, enzyme_const, factor, enzyme_dup, y, seed0);
  seen = row0[1];
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, row1, enzyme_const, factor, enzyme_dup, y, seed1);
  expectRow(row0, 0, zero);
  expectRow(row1, 1, zero);
  EXPECT_EXACT(seen, row0[1]);
  y[0] = 0, seed0[0] = 1, seed1[1] = 1;
  memset(row0, 0, sizeof row0), memset(row1, 0, sizeof row1);
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, row0, enzyme_const, factor, enzyme_dup, y, seed0);
  value = y[0], y[0] = 7;
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, row1, enzyme_const, factor, enzyme_dup, y, seed1);
  EXPECT_EXACT(value, y[0]);
}
CHECK_VALUES(value_changes_in_between) {
  double x[n], y[2], row0[n] = {0}, row1[n] = {0}, seed0[2] = {1, 0}, seed1[2] = {1, 0}, expected[n] = {0};
  memcpy(x, at, sizeof x);
  double *other = x; // by another name
  __enzyme_autodiff_v((void *)f, enzyme_dup, x, row0, enzyme_const, factor, enzyme_dup, y, seed0);
  other[1] = -2;
  __enzyme_autodiff_v((void *)f, enzyme_dup, x, row1, enzyme_const, factor, enzyme_dup, y, seed1);
  expectRow(row0, 0, zero);
  row(x, expected, factor, y, (double[2]){1, 0});
  EXPECT_CLOSE(row1[0], expected[0], 1e-14);
}
CHECK_VALUES(first_leads_to_second) { // its tangent is the other's
  double x[n] = {0.3, 0.4, 0.5}, dx[n] = {1, 0, 0}, y[2], dy[n] = {0}, dz[2], z[2];
  __enzyme_fwddiff_v((void *)f, enzyme_dup, x, dx, enzyme_const, factor, enzyme_dup, y, dy);
  __enzyme_fwddiff_v((void *)f, enzyme_dup, x, dy, enzyme_const, factor, enzyme_dup, z, dz);
  double expected = cos(0.3) * 0.4 * exp(0.5) * 2 * dy[0] + sin(0.3) * exp(0.5) * 2 * dy[1];
  EXPECT_CLOSE(dz[0], expected, 1e-14);
  double a = __enzyme_fwddiff_d((void *)g, enzyme_dup, x, dx, enzyme_dup, 2.0, 1.0);
  double b = __enzyme_fwddiff_d((void *)g, enzyme_dup, x, dx, enzyme_dup, 2.0, a);
  double c = __enzyme_fwddiff_d((void *)g, enzyme_dup, x, dx, enzyme_dup, b, 1.0);
  EXPECT_CLOSE(b, direction(x, dx, 2, direction(x, dx, 2, 1)), 1e-14);
  EXPECT_CLOSE(c, direction(x, dx, b, 1), 1e-14);
}
CHECK_VALUES(leaves_in_between) {
  double y[2], row0[n] = {0}, row1[n] = {0}, seed0[2] = {1, 0}, seed1[2] = {0, 1};
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, row0, enzyme_const, factor, enzyme_dup, y, seed0);
  if (y[0] < -1e9)
    return;
  seed1[1] = 3;
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, row1, enzyme_const, factor, enzyme_dup, y, seed1);
  expectRow(row0, 0, zero);
  EXPECT_CLOSE(row1[0] / 3, cos(0.3) * 0.4 + exp(0.5) * 2, 1e-14);
}
CHECK_VALUES(other_values) {
  const double other[n] = {-1, 2, 0.25};
  double dx[n] = {1, 2, 3};
  double a = __enzyme_fwddiff_d((void *)g, enzyme_dup, at, dx, enzyme_dup, 2.0, 1.0);
  double b = __enzyme_fwddiff_d((void *)g, enzyme_dup, other, dx, enzyme_dup, 2.0, 1.0);
  double c = __enzyme_fwddiff_d((void *)g, enzyme_dup, other, dx, enzyme_dup, 3.0, 1.0);
  EXPECT_CLOSE(a, direction(at, dx, 2, 1), 1e-14);
  EXPECT_CLOSE(b, direction(other, dx, 2, 1), 1e-14);
  EXPECT_CLOSE(c, direction(other, dx, 3, 1), 1e-14);
}
// What the function does besides.
static int calls;
static double counting(const double *x) {
  calls++;
  return x[0] * x[0];
}
static double loud(const double *x) {
  fputs("", stderr);
  return x[0] * x[0];
}
static const double *kept;
static double keeping(const double *x) {
  kept = x;
  return x[0] * x[0];
}
static void inPlace(double *x) { x[0] *= x[0]; }
static void across(const double *x, double *y) {
  y[0] = x[0] * x[0];
  y[1] = x[1] * y[0];
}
CHECK_VALUES(what_functions_do) {
  double x[2] = {3, 5}, dx0[2] = {1, 0}, dx1[2] = {2, 1};
  double a = __enzyme_fwddiff_d((void *)counting, enzyme_dup, x, dx0);
  double b = __enzyme_fwddiff_d((void *)counting, enzyme_dup, x, dx1);
  EXPECT_EXACT(calls, 2);
  EXPECT_EXACT(a, 6);
  EXPECT_EXACT(b, 12);
  a = __enzyme_fwddiff_d((void *)loud, enzyme_dup, x, dx0);
  b = __enzyme_fwddiff_d((void *)loud, enzyme_dup, x, dx1);
  EXPECT_EXACT(a + b, 18);
  a = __enzyme_fwddiff_d((void *)keeping, enzyme_dup, x, dx0);
  b = __enzyme_fwddiff_d((void *)keeping, enzyme_dup, x, dx1);
  EXPECT_EXACT(a + b, 18);
  EXPECT_TRUE(kept == x);
  __enzyme_fwddiff_v((void *)inPlace, enzyme_dup, x, dx0);
  __enzyme_fwddiff_v((void *)inPlace, enzyme_dup, x, dx1);
  EXPECT_EXACT(x[0], 81);
  EXPECT_EXACT(dx0[0], 6);
  EXPECT_EXACT(dx1[0], 36);
}
NOINLINE static void acrossTwice(double *x, double *restrict dx0, double *restrict dx1, double *y,
                                 double *restrict dy0, double *restrict dy1) {
  __enzyme_fwddiff_v((void *)across, enzyme_dup, x, dx0, enzyme_dup, y, dy0);
  __enzyme_fwddiff_v((void *)across, enzyme_dup, x, dx1, enzyme_dup, y, dy1);
}
CHECK_VALUES(values_that_overlap) { // the second reads what the first wrote
  double x[3] = {3, 5, 0}, dx0[2] = {1, 0}, dx1[2] = {1, 0}, dy0[2], dy1[2];
  acrossTwice(x, dx0, dx1, x + 1, dy0, dy1);
  EXPECT_EXACT(x[1], 9); // of 3, both times
  EXPECT_EXACT(dy0[0], 6);
  EXPECT_EXACT(dy1[0], 6);
}
CHECK_VALUES(pointer_known_elsewhere) { // what is written in between is a shadow by another name
  double y[2], row0[n] = {0}, row1[n] = {0}, seed0[2] = {1, 0}, seed1[2] = {0, 1};
  double *volatile name = row0;
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, row0, enzyme_const, factor, enzyme_dup, y, seed0);
  *name = 100;
  __enzyme_autodiff_v((void *)f, enzyme_dup, at, row1, enzyme_const, factor, enzyme_dup, y, seed1);
  EXPECT_EXACT(row0[0], 100);
  expectRow(row1, 1, zero);
}
static void scaled(const double *a, const double *b, double *y) { *y = a[0] * a[0] * b[0]; }
CHECK_VALUES(shadow_that_is_read) { // the first one's shadow is what the second one reads by another parameter
  double a[1] = {3}, b[1] = {2}, da[1] = {0}, y[1], seed0[1] = {1}, seed1[1] = {1};
  __enzyme_autodiff_v((void *)scaled, enzyme_dup, a, b, enzyme_const, b, enzyme_dup, y, seed0);
  __enzyme_autodiff_v((void *)scaled, enzyme_dup, a, da, enzyme_const, b, enzyme_dup, y, seed1);
  EXPECT_EXACT(b[0], 14);
  EXPECT_EXACT(da[0], 84);
}
