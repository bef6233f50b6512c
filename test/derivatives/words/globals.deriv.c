// Globals, active by default and inactive by registration (words 4).
#include "check.h"
double __enzyme_autodiff(void *, ...);
double coeff = 2;
static double state = 1;
void *__enzyme_inactive_global_state = (void *)&state;
double f(double x) { return coeff * x; }
double g(double x) {
  double y = state * x;
  state = x;
  return y;
}

CHECK_VALUES(words) {
  EXPECT_CLOSE(__enzyme_autodiff((void *)f, 3.0), 2, 1e-12);
  EXPECT_CLOSE(__enzyme_autodiff((void *)g, 3.0), 1, 1e-12);
}
