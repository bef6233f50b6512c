// The norm sqrt(x*x + y*y) at the origin: (0, 0), never a NaN.
// matrix: full
#include "check.h"

double norm(double x, double y) { return sqrt(x * x + y * y); }

CHECK_SCALAR2(norm, 3, 4, 0, -2);
CHECK_VALUES(origin) {
  const checkTwo d = __enzyme_autodiff_check2((void *)norm, 0.0, 0.0);
  EXPECT_EXACT(d.first, 0);
  EXPECT_EXACT(d.second, 0);
  EXPECT_EXACT(
      __enzyme_fwddiff_check2((void *)norm, enzyme_primal_return, 0.0, 1.0, 0.0, 0.0).tangent, 0);
}
