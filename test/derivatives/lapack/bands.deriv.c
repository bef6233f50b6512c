// Equations of bands, positive definite or any with rows that change places, and of three diagonals; as they are and
// transposed; a matrix or a right side that is constant.
// only: -O2 asan
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "lapack.h"

enum { order = 4, stored = 6, many = order * stored, beyond = 5 };
static const int sizeOfAll = order, high = stored, sideHigh = beyond;
#define NUMBERS                                                                                                        \
  0.4, -0.5, 2.0, 0.25, 0.9, 1.3, 1.25, -2.5, 0.3, 0.7, -1.2, 0.6, -0.9, 1.6, 0.8, -0.6, 1.4, -0.35, 0.35, 1.1, -0.7, 1.4, \
      0.55, -0.8
static void sidesOf(const real *x, real *b) { FOR(i, 2 * beyond) b[i] = x[i] * x[2] + x[many - 1 - i]; }

static void positive_definite(const real *x, real *y) {
  zeroResults(y);
  FOR(t, 2) FOR(diagonals, 4) {
    real a[many], b[2 * beyond];
    int info = 7, one = 1, d = diagonals;
    FOR(j, order) FOR(i, stored) a[j * stored + i] = i == (t ? 0 : diagonals) ? 5 + x[i] * x[j] : x[j * stored + i] / 2;
    sidesOf(x, b);
    F(pbtrf)(triangles[t], &sizeOfAll, &d, a, &high, &info);
    must(info == 0);
    put(y, a, many, diagonals);
    F(pbtrs)(triangles[t], &sizeOfAll, &d, &sides, a, &high, b, &sideHigh, &info);
    put(y, b, 2 * beyond, t);
    FOR(i, many) a[i] = i % stored == (t ? 0 : diagonals) ? 3 + x[i] * x[1] : x[i] / 2;
    F(pbsv)(triangles[t], &sizeOfAll, &d, &one, a, &high, b, &sideHigh, &info);
    must(info == 0);
    put(y, b, 2 * beyond, 1);
    F(pbsv)(triangles[t], &none, &d, &one, a, &high, b, &sideHigh, &info);
    must(info == 0);
  }
}
CHECK_VECTOR(positive_definite, many, resultsOfEach, NUMBERS);

/// The band of `below` and `above` diagonals; what nobody reads is not a number.
static void band(const real *x, int below, int above, int m, real *a) {
  FOR(i, many) a[i] = (real)NAN;
  FOR(j, order) FOR(i, m) if (i - j <= below && j - i <= above) a[j * stored + below + above + i - j] = x[j * stored + i];
}
static void takeBand(const real *a, int below, int above, int m, int which, real *y) {
  FOR(j, order) FOR(i, m) if (i - j <= below && j - i <= below + above)
    put(y, a + j * stored + below + above + i - j, 1, i + j + which);
}

static void any(const real *x, real *y) {
  static const int belows[] = {1, 2, 0, 1, 1}, aboves[] = {1, 1, 2, 0, 3}, rows[] = {4, 4, 4, 3, 2};
  zeroResults(y);
  FOR(shape, 5) {
    real a[many];
    int pivots[order], info = 7;
    band(x, belows[shape], aboves[shape], rows[shape], a);
    F(gbtrf)(&rows[shape], &sizeOfAll, &belows[shape], &aboves[shape], a, &high, pivots, &info);
    must(info == 0 && (shape || pivots[0] == 2));
    takeBand(a, belows[shape], aboves[shape], rows[shape], shape, y);
    static const flag flags[] = {"N", "t", "C"};
    if (rows[shape] == order)
      FOR(t, 3) {
        real b[2 * beyond];
        sidesOf(x, b);
        F(gbtrs)(flags[t], &sizeOfAll, &belows[shape], &aboves[shape], &sides, a, &high, pivots, b, &sideHigh, &info);
        must(info == 0);
        put(y, b, 2 * beyond, t);
      }
    FOR(i, many) a[i] = 77;
  }
}
CHECK_VECTOR(any, many, resultsOfEach, NUMBERS);

static const real fixed[many] = {NUMBERS};
static void one_is_constant(const real *x, real *y) {
  real a[many], b[2 * beyond], c[beyond] = {1, 2, 3, 4};
  int pivots[order], info, one = 1, two = 2;
  zeroResults(y);
  band(fixed, 2, 1, order, a), sidesOf(x, b);
  F(gbsv)(&sizeOfAll, &two, &one, &two, a, &high, pivots, b, &sideHigh, &info);
  must(info == 0);
  put(y, b, 2 * beyond, 0);
  band(x, 2, 1, order, a);
  F(gbsv)(&sizeOfAll, &two, &one, &one, a, &high, pivots, c, &sideHigh, &info);
  put(y, c, order, 1);
  F(gbsv)(&none, &two, &one, &one, a, &high, pivots, c, &sideHigh, &info);
  must(info == 0);
}
CHECK_VECTOR(one_is_constant, many, resultsOfEach, NUMBERS);

static void three_diagonals(const real *x, real *y) {
  zeroResults(y);
  FOR(k, order + 1) {
    real below[order], diagonal[order], above[order], b[2 * beyond];
    int info = 7;
    FOR(i, order) below[i] = x[i] + 1, diagonal[i] = x[i + 4], above[i] = x[i + 8] * x[1];
    sidesOf(x, b);
    F(gtsv)(&k, &sides, below, diagonal, above, b, &sideHigh, &info);
    must(info == 0);
    put(y, b, 2 * beyond, k), put(y, diagonal, k, 1), put(y, above, k ? k - 1 : 0, 2), put(y, below, k > 2 ? k - 2 : 0, 0);
    FOR(i, order) diagonal[i] = 4 + x[i] * x[2], below[i] = x[i + 3];
    F(ptsv)(&k, &sides, diagonal, below, b, &sideHigh, &info);
    must(info == 0);
    put(y, b, 2 * beyond, k), put(y, diagonal, k, 1), put(y, below, k ? k - 1 : 0, 2);
    F(pttrs)(&k, &sides, diagonal, below, b, &sideHigh, &info);
    FOR(i, order) diagonal[i] += 3;
    F(pttrf)(&k, diagonal, below, &info);
    put(y, b, 2 * beyond, 0), put(y, diagonal, k, 1), put(y, below, k ? k - 1 : 0, 2);
  }
}
CHECK_VECTOR(three_diagonals, many, resultsOfEach, NUMBERS);

#ifndef CHECK_PRIMAL_ONLY
real __enzyme_fwddiff_first(void *, ...);
static real first(const real *x, int which, int isUsed) {
  real a[4] = {x[0], x[1], x[2], x[3]}, b[2] = {1, 2}, e[1] = {x[1]}, d[2] = {x[0], x[2]}, f[1] = {x[1]};
  int info = 0, two = 2, one = 1, pivots[2];
  if (which == 0)
    F(pbtrf)("L", &two, &one, a, &two, &info);
  else if (which == 1)
    F(gbtrf)(&two, &two, &none, &one, a, &two, pivots, &info);
  else if (which == 2)
    F(gtsv)(&two, &one, e, d, f, b, &two, &info);
  else
    F(ptsv)(&two, &one, d, e, b, &two, &info);
  must(info > 0);
  return isUsed ? which < 2 ? a[0] + a[2] : d[0] + b[0] : x[0];
}
CHECK_VALUES(of_what_failed_there_is_no_derivative) {
  real v[4] = {1, 1, 1, 1}, dx[4];
  FOR(which, 4) {
    real x[4] = {1, which == 1 ? 0 : 1, which == 1 ? 2 : 1, which == 1 ? 0 : 4};
    FOR(isUsed, 2) {
      FOR(i, 4) dx[i] = 0;
      __enzyme_autodiff_checkv((void *)first, enzyme_dup, x, dx, enzyme_const, which, enzyme_const, isUsed);
      real slope = __enzyme_fwddiff_first((void *)first, enzyme_dup, x, v, enzyme_const, which, enzyme_const, isUsed);
      if (isUsed)
        must(isnan(dx[0]) && isnan(slope));
      else
        must(dx[0] == 1 && dx[1] == 0 && slope == 1);
    }
  }
}
#endif
