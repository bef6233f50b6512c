// enzyme_primal_return gives the value beside the derivatives, in both modes.
#include "check.h"

typedef struct {
  double value, dx, dy;
} valueAndGradient;
extern valueAndGradient __enzyme_autodiff_value(void *, int, double, double);
double f(double x, double y) { return x * x * y + sin(y); }

CHECK_SCALAR2(f, 3, 5);
CHECK_VALUES(reverse) {
  const valueAndGradient g = __enzyme_autodiff_value((void *)f, enzyme_primal_return, 3.0, 5.0);
  EXPECT_EXACT(g.value, f(3, 5));
  EXPECT_CLOSE(g.dx, 30, 1e-14);
  EXPECT_CLOSE(g.dy, 9 + cos(5), 1e-14);
}
