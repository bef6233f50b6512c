// Inverses by Cholesky and LU factors and of triangles, and how much memory they ask for.
// only: -O2 asan
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "lapack.h"

static void of_a_triangle(const real *x, real *y) {
  zeroResults(y);
  FOR(t, 2) FOR(d, 2) {
    real a[elements];
    int info = 7;
    positive(x, t == 0, a);
    F(trtri)(triangles[t], d ? "U" : "N", &size, a, &ld, &info);
    must(info == 0 && a[t ? lead : 1] == 77);
    put(y, a, elements, t + d);
  }
}
CHECK_VECTOR(of_a_triangle, elements, resultsOfEach, MATRIX);

static void positive_definite(const real *x, real *y) {
  zeroResults(y);
  FOR(t, 2) {
    real a[elements];
    int info = 7;
    positive(x, t == 0, a);
    F(potrf)(triangles[t], &size, a, &ld, &info);
    F(potri)(triangles[t], &size, a, &ld, &info);
    must(info == 0 && a[t ? lead : 1] == 77);
    put(y, a, elements, t);
  }
}
CHECK_VECTOR(positive_definite, elements, resultsOfEach, MATRIX);

static void any(const real *x, real *y) {
  real a[elements], best = 0;
  int pivots[n], info = 7, ask = -1, least = 1;
  zeroResults(y);
  copy(x, elements, a);
  F(getrf)(&size, &size, a, &ld, pivots, &info);
  F(getri)(&size, a, &ld, pivots, &best, &ask, &info);
  int given = (int)best;
  must(info == 0 && given >= n);
  real *work = (real *)calloc((size_t)given, sizeof(real));
  F(getri)(&size, a, &ld, pivots, work, &given, &info);
  must(info == 0);
  free(work);
  put(y, a, elements, 0);
  F(getri)(&none, a, &ld, pivots, &best, &least, &info);
  must(info == 0);
}
CHECK_VECTOR(any, elements, resultsOfEach, MATRIX);
