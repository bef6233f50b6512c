// Memory that is const or active as the run has it, lane by lane; const memory is
// never written.
#include "check.h"
typedef struct {
  double d[3];
} T3;
double f(double *x, double *y, int sel) {
  double *p = sel ? x : y;
  return *p * *p * *x;
}
void copies(double *x, double *y, int n, int sel) {
  double scratch[4];
  memcpy(scratch, sel ? x : y, n * sizeof(double));
  for (int i = 0; i < n; i++)
    x[i] = scratch[i] * x[i];
}
void __enzyme_autodiff_v(void *, ...);
void __enzyme_fwddiff_v(void *, ...);
T3 __enzyme_fwddiff_3(void *, ...);
static volatile int one = 1, zero = 0;
CHECK_VALUES(both_ways) {
  for (int sel = zero; sel <= one; sel++) {
    double x = 3, y = 4, d[3] = {0, 1, 2}, t[3] = {1, 0, -1};
    __enzyme_autodiff_v((void *)f, enzyme_width, 3, enzyme_runtime_activity, enzyme_dup, &x, d, d + 1, d + 2,
                        enzyme_const, &y, sel);
    for (int lane = 0; lane < 3; lane++)
      EXPECT_EXACT(d[lane], lane + (sel ? 27 : 16));
    T3 r = __enzyme_fwddiff_3((void *)f, enzyme_width, 3, enzyme_runtime_activity, enzyme_dup, &x, t, t + 1, t + 2,
                              enzyme_const, &y, sel);
    for (int lane = 0; lane < 3; lane++)
      EXPECT_EXACT(r.d[lane], t[lane] * (sel ? 27 : 16));
    EXPECT_EXACT(y, 4);
  }
}
CHECK_VALUES(copied) {
  for (int sel = zero; sel <= one; sel++) {
    double x[2] = {3, 5}, y[2] = {4, 7}, d[2][2] = {{1, 0}, {1, 1}};
    __enzyme_autodiff_v((void *)copies, enzyme_width, 2, enzyme_runtime_activity, enzyme_dup, x, d[0], d[1],
                        enzyme_const, y, 2, sel);
    EXPECT_EXACT(d[0][0], sel ? 6 : 4);
    EXPECT_EXACT(d[0][1], 0);
    EXPECT_EXACT(d[1][1], sel ? 10 : 7);
    EXPECT_EXACT(y[0], 4);
  }
}
CHECK_VALUES(some_lanes_constant) {
  // A lane whose shadow is the primal itself: with runtime activity it is const there.
  double x = 3, y = 4, d[2] = {0, 0}, z[2] = {1, 0};
  __enzyme_autodiff_v((void *)f, enzyme_width, 2, enzyme_runtime_activity, enzyme_dup, &x, d, d + 1, enzyme_dup, &y, z,
                      &y, zero);
  EXPECT_EXACT(d[0], 16);
  EXPECT_EXACT(d[1], 16);
  EXPECT_EXACT(z[0], 1 + 24);
  EXPECT_EXACT(y, 4);
}
