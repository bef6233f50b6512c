// Derivatives of derivatives of ordinary differential equations.
// flags: -fno-enzyme-reassociate
// alone: off, the header asks for derivatives
#include "check.h"
#include <enzyme/implicit.h>

static void pendulum(int n, double t, const double *y, int np, const double *p, double *dy) {
  dy[0] = y[1];
  dy[1] = -p[0] * sin(y[0]) - p[1] * y[1];
}
static double swing(const double *x) {
  const enzyme_ode_settings settings = {.steps = 20, .snapshots = 3};
  const double t[2] = {0, 1.5};
  double y[2] = {x[0], 0};
  enzyme_ode(pendulum, 2, y, t, 2, x, y, &settings);
  return y[0] * y[1];
}
static void gradient(const double *x, double *g) {
  g[0] = g[1] = 0;
  __enzyme_autodiff_checkv((void *)swing, x, g);
}
static double slope(const double *x) {
  const double d[2] = {1, -2};
  return __enzyme_fwddiff((void *)swing, x, d);
}
CHECK_VECTOR(gradient, 2, 2, 0.9, 0.4);
CHECK_FUNCTION(slope, 2, 0.9, 0.4);
