// A Hessian times a vector through dposv, dgesv, dsyev and dgesvd: forward over reverse and reverse over
// forward, against differences of the gradient.
// only: -O2 asan
// bits: differ, sums within products are taken in any order
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "lapack.h"

static real value(const real *x) {
  real a[elements], b[columns * lead];
  int pivots[n], info;
  positive(x, 1, a);
  copy(x + elements, columns * lead, b);
  F(posv)("U", &size, &sides, a, &ld, b, &ld, &info);
  real sum = b[0] * b[1] + b[lead] * a[0];
  copy(x, elements, a);
  F(gesv)(&size, &sides, a, &ld, pivots, b, &ld, &info);
  sum += b[0] * b[2] + b[lead] * a[lead + 1];
  real values[n], work[200], u[n * n], vt[n * n];
  int room = 200;
  copy(x, elements, a);
  F(syev)("V", "L", &size, a, &ld, values, work, &room, &info);
  sum += values[0] * a[0] * a[1] + values[2] * a[lead] * a[lead];
  copy(x, elements, a);
  F(gesvd)("S", "S", &size, &size, a, &ld, values, u, &size, vt, &size, work, &room, &info);
  return sum + values[0] * values[1] + values[2] * u[0] * vt[0];
}

static void gradient(const real *x, real *g) {
  FOR(i, numbers) g[i] = 0;
  __enzyme_autodiff_checkv((void *)value, enzyme_dup, x, g);
}
CHECK_VECTOR(gradient, numbers, numbers, MATRIX, SIDES);

real __enzyme_fwddiff_slope(void *, ...);
static void slope(const real *x, real *s) {
  real direction[numbers];
  FOR(i, numbers) direction[i] = x[i] * (real)(i + 1);
  s[0] = __enzyme_fwddiff_slope((void *)value, enzyme_dup, x, direction);
}
CHECK_VECTOR(slope, numbers, 1, MATRIX, SIDES);
