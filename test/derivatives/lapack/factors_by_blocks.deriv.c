// Cholesky, LU and QR factors of matrices larger than the blocks by which derivatives are taken: both triangles, tall and wide
// matrices, their solutions, and gradients again.
// only: -O2 asan
// bits: differ, sums within products are taken in any order
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#define PARTS 1
#include "lapack.h"
#include "factors_by_blocks.h"

static void cholesky(const real *x, real *y) {
  int info;
  real *a = made(all), *b = made(2 * stored);
  zeroResults(y);
  FOR(t, 2) {
    definite(x, a);
    for (int i = 0; i < 2 * stored; i++) b[i] = x[i % given];
    F(potrf)(triangles[t], &ofMatrix, a, &leading, &info);
    must(info == 0);
    take(a, all, t, y);
    F(potrs)(triangles[t], &ofMatrix, &right, a, &leading, b, &leading, &info);
    take(b, 2 * stored, t, y);
    a[0] = x[0]; // overwritten before the reverse sweep
    take(a, all, t + 1, y);
  }
  free(a), free(b);
}
CHECK_VECTOR(cholesky, given, resultsOfEach, GIVEN);

static void lu(const real *x, real *y) {
  int info, pivots[stored];
  real *a = made(all), *b = made(2 * stored);
  zeroResults(y);
  FOR(t, 3) {
    spread(x, a);
    for (int i = 0; i < 2 * stored; i++) b[i] = x[i % given];
    F(getrf)(t == 1 ? &larger : &ofMatrix, t == 2 ? &larger : &ofMatrix, a, &leading, pivots, &info);
    must(info == 0);
    take(a, all, t, y);
    F(getrs)(t == 1 ? "T" : "N", &ofMatrix, &right, a, &leading, pivots, b, &leading, &info);
    take(b, 2 * stored, t, y);
  }
  free(a), free(b);
}
CHECK_VECTOR(lu, given, resultsOfEach, GIVEN);

/// All shapes; what they turn comes from either side, and is more than a few columns or less.
static void reflections(const real *x, real *y) {
  enum { room = 64 * stored };
  const int space = room;
  int info;
  real *a = made(all), *tau = made(stored), *c = made(all), *work = made(room);
  zeroResults(y);
  FOR(t, 4) {
    const int *rows = t == 1 ? &larger : &ofMatrix, *columns = t == 2 ? &larger : &ofMatrix;
    spread(x, a);
    definite(x, c);
    F(geqrf)(rows, columns, a, &leading, tau, work, &space, &info);
    must(info == 0);
    take(a, all, t, y);
    take(tau, order, t, y);
    F(ormqr)(t % 2 ? "R" : "L", t < 2 ? "T" : "N", t == 0 ? rows : &ofMatrix, t == 1 ? rows : t == 2 ? &right : &ofMatrix,
             &ofMatrix, a, &leading, tau, c, &leading, work, &space, &info);
    must(info == 0);
    take(c, all, t, y);
    c[0] = a[3] = x[0]; // overwritten before the reverse sweep
    take(c, all, t + 1, y);
  }
  free(a), free(tau), free(c), free(work);
}
CHECK_VECTOR(reflections, given, resultsOfEach, GIVEN);

static real solved(const real *x) {
  int info, pivots[stored];
  real *a = made(all), *b = made(2 * stored), sum = 0;
  for (int i = 0; i < 2 * stored; i++) b[i] = x[i % given];
  definite(x, a);
  F(posv)("U", &ofMatrix, &right, a, &leading, b, &leading, &info);
  sum += b[0] * b[order] + a[3 * stored + 2] * a[stored * 80];
  definite(x, a);
  F(posv)("L", &ofMatrix, &right, a, &leading, b, &leading, &info);
  sum += b[0] * b[order] + a[3 * stored + 7] * a[stored + 80];
  spread(x, a);
  F(gesv)(&ofMatrix, &right, a, &leading, pivots, b, &leading, &info);
  sum += b[0] * b[order - 1] + a[3 * stored + 70] * a[stored * 80];
  const int space = 64 * stored;
  real *work = made(space);
  spread(x, a);
  F(gels)("T", &ofMatrix, &larger, &right, a, &leading, b, &leading, work, &space, &info);
  sum += b[0] * b[order - 1] + a[3 * stored + 70] * a[stored * 80];
  free(work);
  free(a), free(b);
  return sum;
}

static void gradient(const real *x, real *g) {
  FOR(i, given) g[i] = 0;
  __enzyme_autodiff_checkv((void *)solved, enzyme_dup, x, g);
}
CHECK_VECTOR(gradient, given, given, GIVEN);
