// An adjoint that each iteration multiplies is zero for a seed of zero, and has a derivative with
// respect to the seed: in what is differentiated again nothing is flushed.
#include "check.h"

extern double __enzyme_autodiff_number(void *, ...);
extern double __enzyme_fwddiff_number(void *, ...);

static double scaled(double s, double x) {
  double h = x;
  for (int i = 0; i < 4; i++)
    h = s * h;
  return h;
}
static double slope(double s, double x) {
  return __enzyme_autodiff_number((void *)scaled, enzyme_const, s, enzyme_out, x);
}
static double weighted(double s, double x) {
  double h = x;
  int n = int(4 + 0 * x);
  for (int i = 0; i < n; i++)
    h = 0.5 * h;
  return s * h;
}
static double slopeOfWeighted(double s, double x) {
  return __enzyme_autodiff_number((void *)weighted, enzyme_const, s, enzyme_out, x);
}
CHECK_VALUES(again) {
  EXPECT_CLOSE(__enzyme_fwddiff_number((void *)slopeOfWeighted, enzyme_dup, 0.0, 1.0, enzyme_const, 3.0), 0.0625, 0);
  EXPECT_CLOSE(__enzyme_fwddiff_number((void *)slope, enzyme_dup, 0.5, 1.0, enzyme_const, 3.0), 0.5, 0);
}
