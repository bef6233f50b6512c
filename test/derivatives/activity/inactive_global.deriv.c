// A global marked inactive keeps values without derivatives.
// oracle: differs, a variable is declared inactive
#include "check.h"
double state = 1;
void *__enzyme_inactive_global_state = (void *)&state;
double f(double x) {
  const double y = state * x;
  state = x * x;
  return y * state;
}

CHECK_VALUES(closed) {
  state = 2;
  EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 3.0), 18);
  EXPECT_EXACT(state, 9);
}
