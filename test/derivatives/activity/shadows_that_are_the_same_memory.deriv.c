// One shadow for two parameters sums into one; with runtime activity a restrict
// parameter may be its own shadow.
#include "check.h"

extern void __enzyme_autodiff_void(void *, ...);

NOINLINE static void products(const double *x, const double *y, double *out, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      out[i] += x[i] * y[k] * x[k];
}
NOINLINE static void apart(const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[n - 1 - i] * y[i];
}

CHECK_VALUES(oneShadowForTwo) {
  double x[3] = {2, 3, 5}, y[3] = {7, 11, 13}, out[3] = {0}, seed[3] = {1, 10, 100};
  double dx[3] = {0}, dy[3] = {0}, both[3] = {0}, dout[3];
  memcpy(dout, seed, sizeof seed);
  __enzyme_autodiff_void((void *)products, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_dup, out, dout,
                         enzyme_const, 3);
  memcpy(dout, seed, sizeof seed);
  __enzyme_autodiff_void((void *)products, enzyme_dup, x, both, enzyme_dup, y, both, enzyme_dup, out,
                         dout, enzyme_const, 3);
  for (int i = 0; i < 3; i++)
    EXPECT_CLOSE(both[i], dx[i] + dy[i], 1e-12);
  EXPECT_EXACT(dy[0], 2.0 * (2 + 30 + 500));
  EXPECT_EXACT(dx[1], 10.0 * (14 + 33 + 65) + 11.0 * (2 + 30 + 500));
}

CHECK_VALUES(oneArrayForTwo) {
  double x[3] = {2, 3, 5}, out[3] = {0}, dout[3] = {1, 0, 0}, dx[3] = {0}, other[3] = {0};
  __enzyme_autodiff_void((void *)products, enzyme_dup, x, dx, enzyme_dup, x, other, enzyme_dup, out, dout,
                         enzyme_const, 3);
  EXPECT_EXACT(dx[0], 4 + 9 + 25 + 4);
  EXPECT_EXACT(other[2], 10);
}

CHECK_VALUES(itsOwnShadow) {
  double x[3] = {2, 3, 5}, y[3] = {1, 1, 1}, dy[3] = {1, 1, 1};
  __enzyme_autodiff_void((void *)apart, enzyme_runtime_activity, enzyme_dup, x, x, enzyme_dup, y, dy,
                         enzyme_const, 3);
  EXPECT_EXACT(x[0], 2);
  EXPECT_EXACT(x[2], 5);
  EXPECT_EXACT(dy[0], 10);
  EXPECT_EXACT(dy[1], 9);
}
