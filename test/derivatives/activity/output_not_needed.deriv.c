// enzyme_dupnoneed: the derivative is right though the result behind the pointer need not be.
#include "check.h"
extern void __enzyme_autodiff_noneed(void *, ...);
extern void __enzyme_fwddiff_noneed(void *, ...);
void f(const double *x, double *y) {
  y[0] = sin(x[0]) * x[1];
  y[1] = y[0] * y[0];
}

CHECK_VALUES(closed) {
  double x[2] = {1, 2}, dx[2] = {0, 0}, y[2] = {0, 0}, dy[2] = {0, 1};
  __enzyme_autodiff_noneed((void *)f, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy);
  const double s = sin(1) * 2;
  EXPECT_CLOSE(dx[0], 2 * s * 2 * cos(1), 1e-14);
  EXPECT_CLOSE(dx[1], 2 * s * sin(1), 1e-14);
  EXPECT_TRUE(dy[0] == 0 && dy[1] == 0);
  double tx[2] = {1, 0}, ty[2] = {9, 9};
  __enzyme_fwddiff_noneed((void *)f, enzyme_dup, x, tx, enzyme_dupnoneed, y, ty);
  EXPECT_CLOSE(ty[1], 2 * s * 2 * cos(1), 1e-14);
}

/* Through functions that write there and do no more; the other one reads what it wrote. */
NOINLINE static void add(double *sum, double term) { *sum += term; }
NOINLINE static void put(double *y, const double *x, int i) {
  y[i] = x[i] * x[0];
  add(y + 2, sin(x[i]));
}
NOINLINE static void putSquare(double *y, const double *x) {
  y[0] = x[0] * x[1];
  y[1] = y[0] * y[0];
}
static void writes(const double *x, double *y, double *z) {
  y[2] = x[1];
  put(y, x, 0);
  put(y, x, 1);
  putSquare(z, x);
}

CHECK_VALUES(throughFunctions) {
  const double x[2] = {1.5, 0.7};
  double dx[2] = {0, 0}, y[3] = {7, 8, 9}, z[2] = {0, 0};
  double dy[3] = {1, 10, 100}, dz[2] = {0, 1000};
  __enzyme_autodiff_noneed((void *)writes, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy,
                           enzyme_dupnoneed, z, dz);
  EXPECT_CLOSE(dx[0], 2 * 1.5 + 10 * 0.7 + 100 * cos(1.5) + 1000 * 2 * 1.5 * 0.7 * 0.7, 1e-10);
  EXPECT_CLOSE(dx[1], 10 * 1.5 + 100 * (1 + cos(0.7)) + 1000 * 2 * 1.5 * 1.5 * 0.7, 1e-10);
  EXPECT_TRUE(y[0] == 7 && y[1] == 8 && y[2] == 9); /* nobody stored there */
}
