// float, double and int parameters of one function; each derivative has its parameter's type.
#include "check.h"

typedef struct {
  float dx;
  double dy;
} mixedGradient;
extern mixedGradient __enzyme_autodiff_mixed(void *, float, int, double);
double f(float x, int n, double y) { return (double)x * x * n + y * y * x; }

CHECK_VALUES(closed) {
  const mixedGradient g = __enzyme_autodiff_mixed((void *)f, 1.5f, 4, 3.0);
  EXPECT_CLOSE(g.dx, 21, 1e-6);
  EXPECT_CLOSE(g.dy, 9, 1e-14);
}
