// acos outside its domain, computed and then not used, must not spoil 2*c*c*a at (5, 3).
// (-ffast-math promises that no value is ever undefined.)
// matrix: full, no fast-math
#include "check.h"

double f(double c, double a) {
  const double angle = acos(a * c);
  double r = 2 * c * c * a;
  if (a > 100)
    r += angle;
  return r;
}

CHECK_SCALAR2(f, 5, 3);
CHECK_VALUES(closed) {
  const checkTwo d = __enzyme_autodiff_check2((void *)f, 5.0, 3.0);
  EXPECT_EXACT(d.first, 60);
  EXPECT_EXACT(d.second, 50);
}
