// Numbers passed through `...` are bound to the parameter's type: int for long, double for float,
// int for bool.
#include "check.h"
#include <stdbool.h>
extern double __enzyme_autodiff_variadic(void *, ...);
double f(double x, long n, bool twice) { return x * x * n * (twice ? 2 : 1); }
float g(float x) { return x * x; }
extern float __enzyme_autodiff_float(void *, ...);

CHECK_VALUES(bound) {
  EXPECT_EXACT(__enzyme_autodiff_variadic((void *)f, 3.0, 4L, true), 48);
  EXPECT_EXACT(__enzyme_autodiff_variadic((void *)f, 3.0, 4, 0), 24);
  EXPECT_EXACT(__enzyme_autodiff_float((void *)g, 3.0f), 6);
}
