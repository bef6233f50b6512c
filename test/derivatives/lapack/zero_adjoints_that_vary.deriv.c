// Adjoints of factors that are zero cost nothing. At a least point they are zero and have tangents, and a gradient's
// derivative must not lose these.
// only: -O2 asan
// bits: differ, sums within products are taken in any order
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "lapack.h"

enum { given = 6 };
static const int order = 2, one = 1;

/// Zero where the determinants are 36 and 12, as they are for AT_LEAST: by factors alone, and by factors that solutions were made of.
static real squares(const real *x) {
  real a[4] = {x[0], x[1], x[1], x[2]}, b[2] = {x[3], x[4]};
  int info, pivots[2];
  F(potrf)("L", &order, a, &order, &info);
  real first = a[0] * a[3] - 6;
  real c[4] = {x[0], x[1], x[1], x[2]};
  F(posv)("U", &order, &one, c, &order, b, &order, &info);
  real second = c[0] * c[3] - 6 + (b[0] - 1) * (b[1] - 2);
  real d[4] = {x[0], 1, x[1] + 4, x[5]}, e[2] = {x[3], x[4]};
  F(gesv)(&order, &one, d, &order, pivots, e, &order, &info);
  real third = d[0] * d[3] - 12;
  real f[4] = {x[0], 1, x[1] + 4, x[5]};
  F(getrf)(&order, &order, f, &order, pivots, &info);
  real fourth = f[0] * f[3] - 12;
  return first * first + second * second + third * third + fourth * fourth;
}
#define AT_LEAST 4, 0, 9, 4, 18, 4

static void gradient(const real *x, real *g) {
  FOR(i, given) g[i] = 0;
  __enzyme_autodiff_checkv((void *)squares, enzyme_dup, x, g);
}
CHECK_VECTOR(gradient, given, given, AT_LEAST);

real __enzyme_fwddiff_slope(void *, ...);
static void slope(const real *x, real *s) {
  real direction[given];
  FOR(i, given) direction[i] = (real)(i + 1);
  s[0] = __enzyme_fwddiff_slope((void *)squares, enzyme_dup, x, direction);
}
CHECK_VECTOR(slope, given, 1, AT_LEAST);
