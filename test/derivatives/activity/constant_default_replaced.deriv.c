// A default in constant memory is replaced by an active buffer only when a flag says so.
#include "check.h"
static const double defaults[3] = {1, 2, 3};
int useOwn;
NOINLINE static const double *coefficients(double *own, const double *x) {
  if (!useOwn)
    return defaults;
  for (int i = 0; i < 3; i++)
    own[i] = x[i] * x[i];
  return own;
}
double f(const double *x) {
  double own[3];
  const double *c = coefficients(own, x);
  return c[0] + c[1] * x[0] + c[2] * x[0] * x[1];
}
CHECK_FUNCTION(f, 3, 1.5, 2, 3);
double g(const double *x) {
  useOwn = 1;
  double r = f(x);
  useOwn = 0;
  return r + f(x);
}
CHECK_FUNCTION(g, 3, 1.5, 2, 3);
