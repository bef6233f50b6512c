// Cholesky and LU factors of complex matrices, what is solved with them, inverses: all flags and both triangles, of which
// the other is neither read nor written, as the imaginary parts of a Hermitian diagonal are not read; factors that are
// overwritten behind, sizes of zero.
// only: -O2 asan
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "complex.h"

static void cholesky(const real *x, real *y) {
  int info = 7;
  zeroResults(y);
  FOR(t, 2) {
    real a[pairs], b[pairsOfSides];
    hermitian(x, t == 0, a);
    copy(x + pairs, pairsOfSides, b);
    Z(potrf)(triangles[t], &size, a, &ld, &info);
    must(info == 0 && a[2 * (t ? lead : 1)] == 77);
    FOR(i, n) must(a[2 * (i * lead + i) + 1] == 0);
    put(y, a, pairs, t);
    Z(potrs)(triangles[t], &size, &sides, a, &ld, b, &ld, &info);
    must(info == 0);
    put(y, b, pairsOfSides, t + 1);
    Z(potri)(triangles[t], &size, a, &ld, &info);
    must(info == 0);
    put(y, a, pairs, t);
    a[0] = x[0], a[lead + 1] *= x[1]; // overwritten before the reverse sweep
    put(y, a, pairs, t);
    Z(potrf)(triangles[t], &none, a, &ld, &info);
    must(info == 0);
    hermitian(x, t == 0, a);
    Z(posv)(triangles[t], &size, &sides, a, &ld, b, &ld, &info);
    must(info == 0);
    put(y, b, pairsOfSides, t + 2);
  }
}
CHECK_VECTOR(cholesky, allPairs, resultsOfEach, PAIRS, PAIRS_OF_SIDES);

static void factors(const real *x, real *y) {
  static const int rows[] = {3, 3, 2, 4, 0}, all[] = {3, 2, 3, 3, 3};
  zeroResults(y);
  FOR(shape, 5) {
    real a[pairs];
    int pivots[n], info = 7;
    copy(x, pairs, a);
    Z(getrf)(&rows[shape], &all[shape], a, &ld, pivots, &info);
    must(info == 0);
    put(y, a, pairs, shape);
    if (shape == 1)
      FOR(i, n) pivots[i] = i, a[i] *= x[i]; // before the reverse sweep
    put(y, a, pairs, shape);
  }
}
CHECK_VECTOR(factors, pairs, resultsOfEach, 0.45, 0.3, -0.5, 0.2, 2.0, -0.6, 0.25, 1, 1.25, -0.7, -2.5, 0.9, 0.3, 1.1, 0.7, 2,
             -0.9, 0.1, 1.6, -0.4, 0.8, 0.5, -0.6, 3);

static void solutions(const real *x, real *y) {
  real a[pairs], b[pairsOfSides], c[pairsOfSides], work[enough];
  int pivots[n], info = 7;
  copy(x, pairs, a), copy(x + pairs, pairsOfSides, b), copy(b, pairsOfSides, c);
  zeroResults(y);
  Z(gesv)(&size, &sides, a, &ld, pivots, b, &ld, &info);
  must(info == 0 && pivots[0] == 3);
  put(y, b, pairsOfSides, 0);
  static const flag flags[] = {"N", "t", "C"};
  FOR(t, 3) {
    Z(getrs)(flags[t], &size, &sides, a, &ld, pivots, c, &ld, &info);
    must(info == 0);
    put(y, c, pairsOfSides, t);
    FOR(u, 2) {
      Z(trtrs)(u ? "L" : "U", t == 1 ? "T" : flags[t], u ? "U" : "N", &size, &sides, a, &ld, b, &ld, &info);
      must(info == 0);
      put(y, b, pairsOfSides, t + u);
    }
  }
  real u[pairs];
  copy(a, pairs, u);
  Z(trtri)("U", "N", &size, u, &ld, &info);
  Z(trtri)("L", "U", &size, u, &ld, &info);
  must(info == 0);
  put(y, u, pairs, 1);
  Z(getri)(&size, a, &ld, pivots, work, &question, &info);
  must(info == 0 && work[0] >= n);
  Z(getri)(&size, a, &ld, pivots, work, &room, &info);
  must(info == 0);
  put(y, a, pairs, 2);
  FOR(i, n) pivots[i] = 77;
}
CHECK_VECTOR(solutions, allPairs, resultsOfEach, PAIRS, PAIRS_OF_SIDES);

static const real fixed[pairs] = {PAIRS};
static void one_is_constant(const real *x, real *y) {
  real a[pairs], b[2 * lead], c[2 * lead] = {1, 0.5, 2, -1, 3, 0.25};
  int pivots[n], info;
  const int one = 1;
  zeroResults(y);
  copy(fixed, pairs, a), copy(x, 2 * lead, b);
  Z(gesv)(&size, &one, a, &ld, pivots, b, &ld, &info);
  put(y, b, 2 * n, 0);
  copy(x, pairs, a);
  Z(gesv)(&size, &one, a, &ld, pivots, c, &ld, &info);
  put(y, c, 2 * n, 1);
}
CHECK_VECTOR(one_is_constant, pairs, resultsOfEach, PAIRS);

/// As programs do it that add to the diagonal until there is a factor.
static void another_try(const real *x, real *y) {
  real a[pairs];
  int info = 1;
  for (real shift = 0; info != 0; shift += 4) {
    hermitian(x, 0, a);
    FOR(i, n) a[2 * (i * lead + i)] += shift - 5;
    Z(potrf)("L", &size, a, &ld, &info);
    must(info >= 0 && (shift > 0) == (info == 0));
  }
  zeroResults(y);
  put(y, a, pairs, 0);
}
CHECK_VECTOR(another_try, pairs, resultsOfEach, PAIRS);
