// Cholesky factors and what is solved with them: both triangles, of which the other is neither read
// nor written, a leading dimension larger than needed, factors overwritten behind, sizes of zero.
// only: -O2 asan
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "lapack.h"

static void factors(const real *x, real *y) {
  int info = 7;
  zeroResults(y);
  FOR(t, 2) {
    real a[elements];
    positive(x, t == 0, a);
    F(potrf)(triangles[t], &size, a, &ld, &info);
    must(info == 0 && a[t ? lead : 1] == 77);
    put(y, a, elements, t);
    a[0] = x[0], a[lead + 1] *= x[1]; // overwritten before the reverse sweep
    put(y, a, elements, t);
    F(potrf)(triangles[t], &none, a, &ld, &info);
    must(info == 0);
  }
}
CHECK_VECTOR(factors, elements, resultsOfEach, MATRIX);

static void solutions(const real *x, real *y) {
  int info = 7;
  zeroResults(y);
  FOR(t, 2) {
    real a[elements], b[columns * lead];
    positive(x, t == 0, a);
    copy(x + elements, columns * lead, b);
    F(posv)(triangles[t], &size, &sides, a, &ld, b, &ld, &info);
    must(info == 0);
    put(y, b, columns * lead, t);
    F(potrs)(triangles[t], &size, &sides, a, &ld, b, &ld, &info);
    F(potrs)(triangles[t], &size, &none, a, &ld, b, &ld, &info);
    F(potrs)(triangles[t], &none, &sides, a, &ld, b, &ld, &info);
    must(info == 0);
    put(y, b, columns * lead, t);
    F(trtrs)(t ? "L" : "U", "T", "N", &size, &sides, a, &ld, b, &ld, &info);
    F(trtrs)(t ? "L" : "U", "N", "U", &size, &sides, a, &ld, b, &ld, &info);
    must(info == 0);
    put(y, b, columns * lead, t + 1);
    a[lead + 1] = 0;
    F(trtrs)(t ? "L" : "U", "N", "N", &size, &sides, a, &ld, b, &ld, &info);
    must(info == 2);
    put(y, b, columns * lead, t + 2);
  }
}
CHECK_VECTOR(solutions, numbers, resultsOfEach, MATRIX, SIDES);

/// As programs do it that add to the diagonal until there is a factor.
static void another_try(const real *x, real *y) {
  real a[elements];
  int info = 1;
  for (real shift = 0; info != 0; shift += 4) {
    positive(x, 0, a);
    FOR(i, n) a[i * lead + i] += shift - 5;
    F(potrf)("L", &size, a, &ld, &info);
    must(info >= 0 && (shift > 0) == (info == 0));
  }
  zeroResults(y);
  put(y, a, elements, 0);
}
CHECK_VECTOR(another_try, elements, resultsOfEach, MATRIX);
