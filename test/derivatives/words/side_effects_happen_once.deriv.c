// The primal's side effects happen once in a reverse call, and outputs behind pointers are written.
#include "check.h"
static int calls;
NOINLINE static double counted(double x) {
  calls++;
  return x * x;
}
void f(const double *x, double *y) { y[0] = counted(x[0]) * counted(x[1]); }

CHECK_VALUES(once) {
  double x[2] = {3, 4}, dx[2] = {0, 0}, y = 0, dy = 1;
  __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, dx, enzyme_dup, &y, &dy);
  EXPECT_EXACT(calls, 2);
  EXPECT_EXACT(y, 144);
  EXPECT_EXACT(dx[0], 96);
}
