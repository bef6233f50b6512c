// __enzyme_iter(n, inc): n trips in the primal, inc more in each differentiated copy, once per
// nesting; also in functions that the differentiated one calls, and in both modes (words 2.11).
// oracle: differs, the number of iterations stands for the derivative
#include "check.h"
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
unsigned long __enzyme_iter(unsigned long, unsigned long);
double series(double x) {
  double s = 0, t = 1;
  unsigned long n = __enzyme_iter(5, 1);
  for (unsigned long i = 0; i < n; i++) {
    s += t;
    t *= x;
  }
  return s;
}
double slope(double x) { return __enzyme_autodiff((void *)series, x); }
double forwardSlope(double x) { return __enzyme_fwddiff((void *)series, x, 1.0); }
NOINLINE static double helper(double x, long first) {
  double s = 0;
  for (long i = 0; i < (long)__enzyme_iter(first, 2); i++)
    s += x * i;
  return s;
}
double callsHelper(double x, long first) { return helper(x, first) + x; }

CHECK_VALUES(counts) {
  EXPECT_EXACT(series(2), 31);
  EXPECT_EXACT(slope(2), 129);
  EXPECT_EXACT(forwardSlope(2), 129);
  // Differentiated twice: seven terms.
  EXPECT_EXACT(__enzyme_autodiff((void *)slope, 2.0), 702);
  EXPECT_EXACT(__enzyme_fwddiff((void *)slope, 2.0, 1.0), 702);
  EXPECT_EXACT(__enzyme_autodiff((void *)forwardSlope, 2.0), 702);
  EXPECT_EXACT(callsHelper(1, 3), 4);
  EXPECT_EXACT(__enzyme_autodiff((void *)callsHelper, 1.0, 3L), 11);
  EXPECT_EXACT(series(2), 31);
}
