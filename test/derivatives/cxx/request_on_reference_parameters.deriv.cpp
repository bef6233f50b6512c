// A function with reference parameters: the request gets addresses.
#include "check.h"
template <class R, class... T> R __enzyme_autodiff(void *, T...);
template <class R, class... T> R __enzyme_fwddiff(void *, T...);
static double f(const double &x, const double &y) { return x * x * y; }

CHECK_VALUES(closed) {
  double x = 3, y = 5, dx = 0, dy = 0;
  __enzyme_autodiff<double>((void *)f, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
  EXPECT_EXACT(dx, 30);
  EXPECT_EXACT(dy, 9);
  dx = 1, dy = 0;
  EXPECT_EXACT(__enzyme_fwddiff<double>((void *)f, &x, &dx, &y, &dy), 30);
}
