// Equations with more unknowns than are solved directly: no matrix is made.
// alone: off, the header asks for derivatives
#include "check.h"
#include <enzyme/implicit.h>

enum { size = 300 };
/// A nonlinear chain, not symmetric: -u'' + c u' + k u^3 = f
static void chain(int n, const double *u, int np, const double *p, double *r) {
  for (int i = 0; i < n; i++) {
    const double left = i ? u[i - 1] : 0, right = i + 1 < n ? u[i + 1] : p[2];
    r[i] = 2.5 * u[i] - left - right + p[0] * (right - left) + p[1] * u[i] * u[i] * u[i] - 0.1;
  }
}
static void profile(const double *p, double *y) {
  double u[size];
  for (int i = 0; i < size; i++)
    u[i] = 0.1;
  enzyme_root(chain, 0, size, u, 3, p);
  y[0] = u[0] * u[1];
  y[1] = u[size - 1] + u[size / 2] * p[0];
}
CHECK_VECTOR(profile, 3, 2, 0.2, 0.7, 0.5);

static double bowl(int n, const double *x, int np, const double *p) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (1 + p[0]) * x[i] * x[i] + 0.1 * pow(x[i], 4) - p[1] * x[i] * (1 + i % 3) + 0.3 * x[i] * x[(i + 1) % n];
  return sum;
}
static double lowest(const double *p) {
  double x[size] = {0};
  enzyme_argmin(bowl, 0, size, x, 2, p);
  return x[0] * x[1] + x[size - 1];
}
CHECK_FUNCTION(lowest, 2, 0.5, 0.8);
