// Behind a pointer marked enzyme_dupnoneed nothing of the primal is stored, in any mode,
// and nothing is computed for it; memory that the function reads is stored as before.
#include "check.h"

extern void *__enzyme_augmentfwd_void(void *, ...);
extern void __enzyme_reverse_void(void *, ...);
extern void __enzyme_autodiff_void(void *, ...);
extern void __enzyme_fwddiff_void(void *, ...);

static void square(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
}
static void accumulate(const double *x, double *y) {
  *y = x[0] * x[0];
  *y = *y * x[1];
}
static void both(const double *x, double *y, double *z) {
  *y = sin(x[0]);
  *z = x[0] * x[0];
}

CHECK_VALUES(reverse) {
  double x[2] = {3, 5}, dx[2] = {0, 0}, y[2] = {-1, -2}, dy[2] = {1, 10};
  __enzyme_autodiff_void((void *)square, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy, enzyme_const, 2);
  EXPECT_EXACT(dx[0], 6);
  EXPECT_EXACT(dx[1], 100);
  EXPECT_EXACT(y[0], -1);
  EXPECT_EXACT(y[1], -2);
  EXPECT_EXACT(dy[0], 0);
}

CHECK_VALUES(forward) {
  double x[2] = {3, 5}, dx[2] = {1, 10}, y[2] = {-1, -2}, dy[2] = {0, 0};
  __enzyme_fwddiff_void((void *)square, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy, enzyme_const, 2);
  EXPECT_EXACT(dy[0], 6);
  EXPECT_EXACT(dy[1], 100);
  EXPECT_EXACT(y[0], -1);
}

CHECK_VALUES(halves) {
  double x[2] = {3, 5}, dx[2] = {0, 0}, y[2] = {-1, -2}, dy[2] = {1, 10};
  void *tape = __enzyme_augmentfwd_void((void *)square, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy, enzyme_const, 2);
  EXPECT_EXACT(y[0], -1);
  __enzyme_reverse_void((void *)square, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy, enzyme_const, 2, tape);
  EXPECT_EXACT(dx[1], 100);
}

CHECK_VALUES(only_where_it_is_said) {
  double x = 3, dx = 0, y = -1, dy = 1, z = -2, dz = 1;
  __enzyme_autodiff_void((void *)both, enzyme_dup, &x, &dx, enzyme_dupnoneed, &y, &dy, enzyme_dup, &z, &dz);
  EXPECT_EXACT(y, -1);
  EXPECT_EXACT(z, 9);
  EXPECT_CLOSE(dx, cos(3) + 6, 1e-14);
}

CHECK_VALUES(what_is_read_again_is_right) {
  double x[2] = {3, 5}, dx[2] = {0, 0}, y = -1, dy = 1;
  __enzyme_autodiff_void((void *)accumulate, enzyme_dup, x, dx, enzyme_dupnoneed, &y, &dy);
  EXPECT_EXACT(dx[0], 30);
  EXPECT_EXACT(dx[1], 9);
}
