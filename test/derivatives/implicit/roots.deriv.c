// Roots, fixed points and least points inside other code: by the program's solvers and by ours, in
// loops, in one another, with a solver that hides its numbers; of second order.
// matrix: full, no fast-math
// alone: off, the header asks for derivatives
#include "check.h"
#include <enzyme/implicit.h>

/// x + y = a, x y = b
static void sumAndProduct(int n, const double *x, int np, const double *p, double *r) {
  r[0] = x[0] + x[1] - p[0];
  r[1] = x[0] * x[1] - p[1];
}
/// Flat almost everywhere: a differentiated solver would give 0.
static void rounded(int n, double *x, int np, const double *p) {
  const double a = floor(p[0] * 0x1p32) * 0x1p-32, b = floor(p[1] * 0x1p32) * 0x1p-32;
  const double root = sqrt(a * a / 4 - b);
  x[0] = a / 2 + root, x[1] = a / 2 - root;
}
static void pair(const double *p, double *y) {
  double x[2] = {3, 1};
  enzyme_root(sumAndProduct, 0, 2, x, 2, p);
  y[0] = x[0] * p[1];
  y[1] = x[0] - x[1] * x[1];
}
CHECK_VECTOR(pair, 2, 2, 5, 4, 3.5, 2);

/// Kepler's equation, as a map.
static void kepler(int n, const double *e, int np, const double *p, double *next) {
  next[0] = p[0] + p[1] * sin(e[0]);
}
static double anomaly(double mean, double eccentricity) {
  double e = mean;
  const double p[2] = {mean, eccentricity};
  enzyme_fixed_point(kepler, 0, 1, &e, 2, p);
  return e * cos(e);
}
CHECK_SCALAR2(anomaly, 0.8, 0.3, 2.1, 0.5);

/// The point of least sum of a valley and of springs to p.
static double valley(int n, const double *x, int np, const double *p) {
  double sum = 0;
  for (int i = 0; i + 1 < n; i++)
    sum += p[0] * pow(x[i + 1] - x[i] * x[i], 2);
  for (int i = 0; i < n; i++)
    sum += 0.5 * (x[i] - p[1 + i]) * (x[i] - p[1 + i]) + 0.05 * pow(x[i], 4);
  return sum;
}
static void bottom(const double *p, double *x) {
  double at[3] = {0.5, 0.5, 0.5};
  enzyme_argmin(valley, 0, 3, at, 4, p);
  x[0] = at[0] * at[1], x[1] = at[1] + p[0], x[2] = at[2];
}
CHECK_VECTOR(bottom, 4, 3, 1.5, 0.8, 0.3, -0.2);

/// Backward Euler: every step is a root, from the last one.
static void implicitStep(int n, const double *x, int np, const double *p, double *r) {
  for (int i = 0; i < n; i++)
    r[i] = x[i] - p[i] + 0.1 * p[n] * x[i] * x[i] * x[(i + 1) % n];
}
static double march(const double *p) {
  double u[4] = {p[0], p[1], 1};
  for (int step = 0; step < 6; step++) {
    double from[4] = {u[0], u[1], u[2], p[2]};
    enzyme_root(implicitStep, 0, 3, u, 4, from);
    u[2] *= p[1];
  }
  return u[0] * p[2] + u[1] * u[2];
}
CHECK_FUNCTION(march, 3, 0.9, 1.1, 1.4);

/// A least point whose objective holds a root.
static double within(int n, const double *x, int np, const double *p) {
  double e = 0.5;
  const double q[2] = {x[0], 0.4};
  enzyme_fixed_point(kepler, 0, 1, &e, 2, q);
  return e * e - p[0] * x[0] + x[0] * x[0];
}
static double nested(double a) {
  double x = 0.3;
  enzyme_argmin(within, 0, 1, &x, 1, &a);
  return x * a;
}
CHECK_SCALAR(nested, 1.5);

CHECK_VALUES(flat) {
  double p[2] = {5, 4}, g[2] = {0, 0}, x[2], dx[2] = {1, 0};
  __enzyme_autodiff_checkv((void *)enzyme_root, enzyme_const, sumAndProduct, enzyme_const, rounded, 2, x, dx, 2, p, g);
  EXPECT_CLOSE(x[0], 4, 1e-9);
  EXPECT_CLOSE(g[0], 4.0 / 3, 1e-9); // dx = (x da - db) / (x - y)
  EXPECT_CLOSE(g[1], -1.0 / 3, 1e-9);
  EXPECT_EXACT(dx[0], 0);
}
