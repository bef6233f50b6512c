// The request stands in a helper that is called from several places with different points.
#include "check.h"
extern double __enzyme_autodiff_plain(void *, ...);
static double f(double x) { return x * x * x; }
NOINLINE static double slope(double x) { return __enzyme_autodiff_plain((void *)f, x); }

CHECK_VALUES(closed) {
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += slope(i);
  EXPECT_EXACT(sum, 42);
  EXPECT_EXACT(slope(-2), 12);
}
