// K&R declarations of the request, and a definition in the old style.
// flags: -std=gnu17 -Wno-deprecated-non-prototype -Wno-strict-prototypes
#include "check.h"
double __enzyme_autodiff();
static double f(x, y)
double x, y;
{
  return x * x * y;
}

CHECK_VALUES(closed) { EXPECT_EXACT(__enzyme_autodiff((void *)f, 3.0, 5.0), 30); }
