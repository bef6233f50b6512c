// One helper, called with (active, constant), (constant, active), both, and neither.
#include "check.h"
static double weights[3] = {2, -1, 0.5};

NOINLINE static double dot(const double *a, const double *b) {
  double r = 0;
  for (int i = 0; i < 3; i++)
    r += a[i] * b[i];
  return r;
}
double f(const double *x) {
  return dot(x, weights) * dot(weights, x) + dot(x, x) * dot(weights, weights);
}

CHECK_FUNCTION(f, 3, 1, -2, 3);
CHECK_VALUES(tableUnchanged) {
  EXPECT_TRUE(weights[0] == 2 && weights[1] == -1 && weights[2] == 0.5);
}
