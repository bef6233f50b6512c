// The gradient of several scalars returned as a struct, in the order of the parameters.
#include "check.h"

typedef struct {
  double a, b, c, d;
} gradient4;
extern gradient4 __enzyme_autodiff_four(void *, double, double, double, double);
double f(double a, double b, double c, double d) { return a * b * c * d + a * 2 + d * d; }

CHECK_VALUES(closed) {
  const gradient4 g = __enzyme_autodiff_four((void *)f, 2.0, 3.0, 5.0, 7.0);
  EXPECT_CLOSE(g.a, 107, 1e-14);
  EXPECT_CLOSE(g.b, 70, 1e-14);
  EXPECT_CLOSE(g.c, 42, 1e-14);
  EXPECT_CLOSE(g.d, 44, 1e-14);
}
