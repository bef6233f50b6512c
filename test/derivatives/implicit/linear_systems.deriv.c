// Linear systems: by the matrix, by the right side, by both, in one another, of second order.
// matrix: full, no fast-math
// alone: off, the header asks for derivatives
#include "check.h"
#include <enzyme/implicit.h>

/// The answer of a system whose matrix and right side vary.
static void answer(const double *p, double *x) {
  const double a[9] = {p[0], 1, p[1], p[2], p[0] * p[1], 0.5, 1, p[2], 3};
  const double b[3] = {p[1], p[0] * p[2], 1};
  enzyme_linear_solve(3, a, b, x);
}
CHECK_VECTOR(answer, 3, 3, 2, 0.5, 1.5, 0.3, 1.2, -0.7);

/// A matrix that needs its rows exchanged, in badly chosen units.
static void exchanged(const double *p, double *x) {
  const double a[9] = {0, 1e-9 * p[0], 0, 2e12, 1, p[1] * 1e12, p[0], 1, -p[1]};
  const double b[3] = {1e-9, p[0], p[1] * p[0]};
  enzyme_linear_solve(3, a, b, x);
}
CHECK_VECTOR(exchanged, 2, 3, 0.7, 1.3);

/// Systems one after the other: several tapes are alive, and memory is used again.
static double chain(const double *p) {
  double x[2] = {p[0], p[1]}, a[4], next[2];
  for (int i = 0; i < 4; i++) {
    a[0] = 2 + x[0] * x[0], a[1] = p[1], a[2] = 0.5, a[3] = 3 + p[0];
    const double b[2] = {x[1] + 1, p[0] * x[0]};
    enzyme_linear_solve(2, a, b, next);
    x[0] = next[0] + p[0], x[1] = next[1] * x[1];
  }
  return x[0] * x[0] + x[1];
}
CHECK_FUNCTION(chain, 2, 0.4, 0.6);

static const double fixed[4] = {4, 1, 2, 3};
/// Only the right side varies.
static double right(double b) {
  const double sides[2] = {b * b, 1};
  double x[2];
  enzyme_linear_solve(2, fixed, sides, x);
  return x[0] * x[1];
}
CHECK_SCALAR(right, 1.7);

/// The slopes, to be differentiated once more.
static void gradient(const double *p, double *g) {
  g[0] = g[1] = 0;
  __enzyme_autodiff_checkv((void *)chain, p, g);
}
static void slopes(const double *p, double *t) {
  const double d[2] = {1, 2};
  t[0] = __enzyme_fwddiff((void *)chain, p, d);
}
CHECK_VECTOR(gradient, 2, 2, 0.4, 0.6);
CHECK_VECTOR(slopes, 2, 1, 0.4, 0.6);
