// sqrt(0) alone is +inf or 0, as documented; an adjoint that is zero stays zero through it.
// matrix: full
#include "check.h"

double root(double x) { return sqrt(x); }
double timesZero(double x, double y) { return sqrt(x) * y; }
double chosenAway(double x) {
  const double r = sqrt(x);
  return x > 0 ? r : 3 * x;
}

CHECK_SCALAR(root, 4);
CHECK_VALUES(policy) {
  const double alone = __enzyme_autodiff_check((void *)root, 0.0);
  EXPECT_TRUE(alone == INFINITY || alone == 0);
  const checkTwo d = __enzyme_autodiff_check2((void *)timesZero, 0.0, 0.0);
  EXPECT_EXACT(d.first, 0);
  EXPECT_EXACT(d.second, 0);
  EXPECT_EXACT(__enzyme_autodiff_check((void *)chosenAway, 0.0), 3);
}
