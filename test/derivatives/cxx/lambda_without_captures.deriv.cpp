// A lambda without captures as the function to differentiate.
#include "check.h"
extern "C" double __enzyme_autodiff_lambda(void *, double);
extern "C" double __enzyme_fwddiff_lambda(void *, double, double);

CHECK_VALUES(closed) {
  EXPECT_EXACT(__enzyme_autodiff_lambda((void *)+[](double x) { return x * x * x; }, 2.0), 12);
  EXPECT_EXACT(__enzyme_fwddiff_lambda((void *)+[](double x) { return x * x; }, 3.0, 0.5), 3);
  double (*named)(double) = [](double x) { return sin(x) * x; };
  EXPECT_CLOSE(__enzyme_autodiff_lambda((void *)named, 1.0), sin(1) + cos(1), 1e-15);
}
