// Programs that try again with another matrix where a system could not be solved.
// only: -O2 asan
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "lapack.h"

/// As programs do it that add to the diagonal until there is a solution.
static void another_system(const real *x, real *y) {
  real a[elements], b[columns * lead];
  int info = 1;
  for (real shift = 0; info != 0; shift += 4) {
    positive(x, 0, a);
    copy(x + elements, columns * lead, b);
    FOR(i, n) a[i * lead + i] += shift - 5;
    F(posv)("L", &size, &sides, a, &ld, b, &ld, &info);
    must(info >= 0 && (shift > 0) == (info == 0));
  }
  zeroResults(y);
  put(y, b, columns * lead, 0);
  put(y, a, elements, 1);
}
CHECK_VECTOR(another_system, numbers, resultsOfEach, MATRIX, SIDES);

/// A singular matrix is left, and what was read of the right side stays.
static void singular(const real *x, real *y) {
  real a[elements], b[columns * lead];
  int info, pivots[n];
  copy(x, elements, a);
  copy(x + elements, columns * lead, b);
  FOR(i, n) a[i * lead] = 0, a[i] = 0;
  F(gesv)(&size, &sides, a, &ld, pivots, b, &ld, &info);
  must(info > 0);
  zeroResults(y);
  put(y, b, columns * lead, 0);
  copy(x, elements, a);
  F(gesv)(&size, &sides, a, &ld, pivots, b, &ld, &info);
  must(info == 0);
  put(y, b, columns * lead, 1);
}
CHECK_VECTOR(singular, numbers, resultsOfEach, MATRIX, SIDES);

/// Nothing to solve for; nothing at all.
static void nothing(const real *x, real *y) {
  real a[elements], b[columns * lead];
  int info, pivots[n];
  zeroResults(y);
  FOR(t, 2) {
    positive(x, t == 0, a);
    copy(x + elements, columns * lead, b);
    F(posv)(triangles[t], &size, &none, a, &ld, b, &ld, &info);
    must(info == 0);
    put(y, a, elements, t);
    F(posv)(triangles[t], &none, &sides, a, &ld, b, &ld, &info);
    must(info == 0);
    F(gesv)(&none, &sides, a, &ld, pivots, b, &ld, &info);
    put(y, b, columns * lead, t);
  }
}
CHECK_VECTOR(nothing, numbers, resultsOfEach, MATRIX, SIDES);
