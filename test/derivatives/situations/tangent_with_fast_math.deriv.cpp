// std::tan at 1 compiled with -ffast-math.
// matrix: full
#include "check.h"
#include <cmath>

double f(double x) { return std::tan(x); }

CHECK_SCALAR(f, 1);
CHECK_VALUES(closed) {
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)f, 1.0), 3.425518820814759, 1e-12);
}
