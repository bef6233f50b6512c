// Derivatives of derivatives of roots, fixed points and least points, in all orders of the modes.
// flags: -fno-enzyme-reassociate
// alone: off, the header asks for derivatives
#include "check.h"
#include <enzyme/implicit.h>

static void curve(int n, const double *x, int np, const double *p, double *r) {
  r[0] = x[0] * x[0] + p[0] * x[1] - p[1];
  r[1] = sin(x[0]) * p[1] + x[1] * x[1] * x[1] - p[0] * p[0];
}
static double point(const double *p) {
  double x[2] = {1, 1};
  enzyme_root(curve, 0, 2, x, 2, p);
  return x[0] * x[1] * p[1] + x[1] * x[1];
}
static void gradient(const double *p, double *g) {
  g[0] = g[1] = 0;
  __enzyme_autodiff_checkv((void *)point, p, g);
}
static double slope(const double *p) {
  const double d[2] = {1, -2};
  return __enzyme_fwddiff((void *)point, p, d);
}
CHECK_VECTOR(gradient, 2, 2, 0.9, 1.6);
CHECK_FUNCTION(slope, 2, 0.9, 1.6);

static double cost(int n, const double *x, int np, const double *p) {
  return exp(x[0] * p[0]) + x[0] * x[0] * p[1] + x[1] * x[1] * (2 + p[0]) - x[0] * x[1] - x[1] * p[1];
}
static double least(const double *p) {
  double x[2] = {0, 0};
  enzyme_argmin(cost, 0, 2, x, 2, p);
  return x[0] * p[1] + x[1] * x[1];
}
static void leastGradient(const double *p, double *g) {
  g[0] = g[1] = 0;
  __enzyme_autodiff_checkv((void *)least, p, g);
}
CHECK_VECTOR(leastGradient, 2, 2, 0.7, 1.2);

static void cosine(int n, const double *x, int np, const double *p, double *next) { next[0] = p[0] * cos(p[1] * x[0]); }
static double rest(const double *p) {
  double x = 0.5;
  enzyme_fixed_point(cosine, 0, 1, &x, 2, p);
  return x * x * p[0];
}
static double restSlope(const double *p) {
  const double d[2] = {1, 3};
  return __enzyme_fwddiff((void *)rest, p, d);
}
CHECK_FUNCTION(restSlope, 2, 0.7, 0.8);
