// A function pointer read from a table at run time: square or sine, at 3 gives 6 or cos(3).
// matrix: full
#include "check.h"

static double square(double x) { return x * x; }
static double sine(double x) { return sin(x); }
static double (*const table[2])(double) = {square, sine};
volatile int which;
double f(double x) { return table[which](x); }

CHECK_SCALAR(f, 3);
CHECK_VALUES(closed) {
  which = 0;
  EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 3.0), 6);
  EXPECT_EXACT(__enzyme_fwddiff_check((void *)f, enzyme_primal_return, 3.0, 1.0).tangent, 6);
  which = 1;
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)f, 3.0), -0.98999249660044542, 1e-15);
  EXPECT_CLOSE(__enzyme_fwddiff_check((void *)f, enzyme_primal_return, 3.0, 1.0).tangent,
               -0.98999249660044542, 1e-15);
}
