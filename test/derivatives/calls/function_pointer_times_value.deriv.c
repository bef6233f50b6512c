// tab[i](x)*x with tab = {x^2, x^3} at 3: 27 and 108, in both modes.
#include "check.h"

static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
static double (*tab[2])(double) = {square, cube};
int choice;
double f(double x) { return tab[choice](x) * x; }

CHECK_SCALAR(f, 3);
CHECK_VALUES(closed) {
  for (choice = 0; choice < 2; choice++) {
    EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 3.0), choice ? 108 : 27);
    EXPECT_EXACT(__enzyme_fwddiff_check((void *)f, enzyme_primal_return, 3.0, 1.0).tangent,
                 choice ? 108 : 27);
  }
}
