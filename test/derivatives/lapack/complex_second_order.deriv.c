// A Hessian times a vector through zposv, zgesv, zheev and zgels: forward over reverse and reverse over
// forward, against differences of the gradient.
// only: -O2 asan
// bits: differ, sums within products are taken in any order
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "complex.h"

static real value(const real *x) {
  real a[pairs], b[pairsOfSides], values[n], work[enough], realWork[enough];
  int pivots[n], info;
  hermitian(x, 1, a);
  copy(x + pairs, pairsOfSides, b);
  Z(posv)("U", &size, &sides, a, &ld, b, &ld, &info);
  real sum = b[0] * b[3] + b[2 * lead] * a[0];
  copy(x, pairs, a);
  Z(gesv)(&size, &sides, a, &ld, pivots, b, &ld, &info);
  sum += b[0] * b[2] + b[2 * lead + 1] * a[2 * (lead + 1)];
  hermitian(x, 0, a);
  Z(heev)("V", "L", &size, a, &ld, values, work, &room, realWork, &info);
  sum += values[0] * a[0] * a[3] + values[2] * a[2 * lead + 2] * a[2 * lead + 3];
  copy(x, pairs, a), copy(x + pairs, pairsOfSides, b);
  Z(gels)("N", &size, &sides, &sides, a, &ld, b, &ld, work, &room, &info);
  return sum + b[0] * b[1] - b[3];
}

static void gradient(const real *x, real *g) {
  FOR(i, allPairs) g[i] = 0;
  __enzyme_autodiff_checkv((void *)value, enzyme_dup, x, g);
}
CHECK_VECTOR(gradient, allPairs, allPairs, PAIRS, PAIRS_OF_SIDES);

real __enzyme_fwddiff_slope(void *, ...);
static void slope(const real *x, real *s) {
  real direction[allPairs];
  FOR(i, allPairs) direction[i] = x[i] * (real)(i + 1);
  s[0] = __enzyme_fwddiff_slope((void *)value, enzyme_dup, x, direction);
}
CHECK_VECTOR(slope, allPairs, 1, PAIRS, PAIRS_OF_SIDES);
