// Requests nest in each order; a request's name may have letters before and after the word
// (words 1.1).
#include "check.h"
double f(double x) { return x * x * x * x; }
double __enzyme_autodiff(void *, ...);
double my_own__enzyme_fwddiff_name(void *, ...);
double rev(double x) { return __enzyme_autodiff((void *)f, x); }
double fwd(double x) { return my_own__enzyme_fwddiff_name((void *)f, x, 1.0); }

CHECK_VALUES(words) {
  EXPECT_CLOSE(rev(3.0), 108, 1e-12);
  EXPECT_CLOSE(fwd(3.0), 108, 1e-12);
  EXPECT_CLOSE(my_own__enzyme_fwddiff_name((void *)rev, 3.0, 1.0), 108, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff((void *)rev, 3.0), 108, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff((void *)fwd, 3.0), 108, 1e-12);
  EXPECT_CLOSE(my_own__enzyme_fwddiff_name((void *)fwd, 3.0, 1.0), 108, 1e-12);
}
