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

/// All shapes; what they turn comes from either side, and is more than a few columns or less.
static void reflections(const real *x, real *y) {
  enum { room = 64 * stored };
  const int space = room;
  int info;
  real *a = made(all), *tau = made(parts * stored), *c = made(all), *work = made(parts * room);
  zeroResults(y);
  FOR(t, 4) {
    const int *rows = t == 1 ? &larger : &ofMatrix, *columns = t == 2 ? &larger : &ofMatrix;
    spread(x, a);
    definite(x, c);
    Z(geqrf)(rows, columns, a, &leading, tau, work, &space, &info);
    must(info == 0);
    take(a, all, t, y);
    take(tau, parts * order, t, y);
    Z(unmqr)(t % 2 ? "R" : "L", t < 2 ? "C" : "N", t == 0 ? rows : &ofMatrix, t == 1 ? rows : t == 2 ? &right : &ofMatrix,
             &ofMatrix, a, &leading, tau, c, &leading, work, &space, &info);
    must(info == 0);
    take(c, all, t, y);
    c[0] = a[3] = x[0]; // overwritten before the reverse sweep
    take(c, all, t + 1, y);
  }
  free(a), free(tau), free(c), free(work);
}
CHECK_VECTOR(reflections, given, resultsOfEach, GIVEN);
