// The same of complex numbers.
// only: -O2 asan
// bits: differ, sums within products are taken in any order
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#define PARTS 2
#include "complex.h"
#include "factors_by_blocks.h"

static void cholesky(const real *x, real *y) {
  int info;
  real *a = made(all), *b = made(4 * stored);
  zeroResults(y);
  FOR(t, 2) {
    definite(x, a);
    for (int i = 0; i < 4 * stored; i++) b[i] = x[i % given];
    Z(potrf)(triangles[t], &ofMatrix, a, &leading, &info);
    must(info == 0);
    take(a, all, t, y);
    Z(potrs)(triangles[t], &ofMatrix, &right, a, &leading, b, &leading, &info);
    take(b, 4 * stored, t, y);
  }
  free(a), free(b);
}
CHECK_VECTOR(cholesky, given, resultsOfEach, GIVEN);

static void lu(const real *x, real *y) {
  int info, pivots[stored];
  real *a = made(all), *b = made(4 * stored);
  zeroResults(y);
  FOR(t, 3) {
    spread(x, a);
    for (int i = 0; i < 4 * stored; i++) b[i] = x[i % given];
    Z(getrf)(t == 1 ? &larger : &ofMatrix, t == 2 ? &larger : &ofMatrix, a, &leading, pivots, &info);
    must(info == 0);
    take(a, all, t, y);
    Z(getrs)(t == 1 ? "C" : "N", &ofMatrix, &right, a, &leading, pivots, b, &leading, &info);
    take(b, 4 * stored, t, y);
  }
  free(a), free(b);
}
CHECK_VECTOR(lu, given, resultsOfEach, GIVEN);
