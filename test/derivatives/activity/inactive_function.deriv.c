// Functions marked inactive in each of the three ways run, and carry no derivative.
// oracle: differs, a function is declared inactive
#include "check.h"
static int calls;
__attribute__((annotate("enzyme_inactive"))) NOINLINE double byAnnotation(double x) {
  calls++;
  return x * x;
}
NOINLINE double byGlobal(double x) {
  calls++;
  return x * x;
}
void *__enzyme_inactivefn_byGlobal = (void *)byGlobal;
double f(double x) { return x * byAnnotation(x) + byGlobal(x) * x; }

CHECK_VALUES(closed) {
  calls = 0;
  EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 3.0), 18);
  EXPECT_TRUE(calls >= 2);
  EXPECT_EXACT(__enzyme_fwddiff_check((void *)f, enzyme_primal_return, 3.0, 1.0).tangent, 18);
  EXPECT_EXACT(__enzyme_fwddiff_check((void *)f, enzyme_primal_return, 3.0, 1.0).primal, 54);
}
