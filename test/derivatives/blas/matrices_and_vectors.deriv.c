// Level 2 of BLAS: all flags, both orders, leading dimensions larger than needed, bands, packed
// triangles, increments of both signs, alpha and beta that vary, a beta of zero.
// only: -O2 asan
// bits: differ, sums within products are taken in any order
// oracle: off, it sees no code of BLAS
// link: -lopenblas
#include "blas.h"

enum { m = 3, n = 2, lead = 4, elements = 4 * 4, room = 5, numbers = elements + 2 * room + 2 };
static const int steps[] = {1, 2, -1, -2};
static const flag flags[] = {"N", "T", "C"};
static const char *const triangles[] = {"U", "L"}, *const diagonals[] = {"N", "U"};
static const int mFlags[] = {asIs, transposed, 112 + 1}, tFlags[] = {upper, lower}, dFlags[] = {general, unit};
static const int orders[] = {byColumns, byRows};
#define FOR(I, END) for (int I = 0; I < END; I++)
#define POINT                                                                                       \
  1.5, -0.5, 2.0, 0.75, 1.25, -2.5, 0.3, 1.1, -0.9, 1.6, 0.8, -1.2, 0.45, -0.35, 1.9, 0.65, /* A */ \
      0.7, -1.3, 0.55, 1.05, -0.85, 1.4, 0.95, -0.6, 1.15, 0.25, /* x, y */ 0.8, -0.7

#define OPERANDS                                                                                    \
  const real *a = x, *v = x + elements, *alpha = x + elements + 2 * room, *beta = alpha + 1;        \
  real w[room];                                                                                     \
  const int rows = m, columns = n, ld = lead;                                                       \
  (void)a, (void)v, (void)alpha, (void)beta, (void)rows, (void)columns, (void)ld;

static void start(const real *x, real *w) {
  FOR(i, room) w[i] = x[elements + room + i] * x[i];
}

static void general_matrix(const real *x, real *y) {
  OPERANDS
  const real zero = 0;
  zeroResults(y);
  FOR(t, 3) FOR(p, 4) {
    start(x, w);
    F(gemv)(flags[t], &rows, &columns, alpha, a, &ld, v, &steps[p], beta, w, &steps[3 - p]);
    put(y, w, room, t + p);
    C(gemv)(orders[p % 2], mFlags[t], m, n, *alpha, a, lead, v, steps[p], *beta, w, steps[p]);
    put(y, w, room, t + p + 1);
    const int below = 1, above = p % 2, short_ = 3;
    F(gbmv)(flags[t], &rows, &columns, &below, &above, alpha, a, &short_, v, &steps[p], beta, w, &steps[p]);
    put(y, w, room, t + p + 2);
    C(gbmv)(orders[p % 2], mFlags[t], m, n, 1, p % 2, *alpha * 2, a, 3, v, steps[p], 1, w, steps[p]);
    put(y, w, room, t + p + 3);
  }
  FOR(i, room) w[i] = (real)NAN;
  w[1] = w[3] = 2;
  const int two = 2, none = 0;
  F(gemv)("n", &rows, &columns, alpha, a, &ld, v, &two, &zero, w, &two);
  F(gemv)("n", &none, &columns, alpha, a, &ld, v, &two, &zero, w, &two);
  put(y, w, room, 0);
}
CHECK_VECTOR(general_matrix, numbers, resultsOfEach, POINT);

static void symmetric_matrix(const real *x, real *y) {
  OPERANDS
  zeroResults(y);
  FOR(u, 2) FOR(p, 4) {
    const int band = 1 + p % 2, short_ = 3;
    start(x, w);
    F(symv)(triangles[u], &rows, alpha, a, &ld, v, &steps[p], beta, w, &steps[3 - p]);
    put(y, w, room, u + p);
    F(sbmv)(triangles[u], &rows, &band, alpha, a, &short_, v, &steps[p], beta, w, &steps[p]);
    F(spmv)(triangles[u], &rows, alpha, a, v, &steps[p], beta, w, &steps[3 - p]);
    put(y, w, room, u + p + 1);
    C(symv)(orders[p % 2], tFlags[u], m, *alpha, a, lead, v, steps[p], *beta, w, steps[p]);
    C(sbmv)(orders[p % 2], tFlags[u], m, band, *alpha, a, 3, v, steps[p], *beta, w, steps[p]);
    C(spmv)(orders[p % 2], tFlags[u], m, *alpha, a, v, steps[p], *beta, w, steps[p]);
    put(y, w, room, u + p + 2);
  }
}
CHECK_VECTOR(symmetric_matrix, numbers, resultsOfEach, POINT);

static void triangular_matrix(const real *x, real *y) {
  OPERANDS
  zeroResults(y);
  FOR(u, 2) FOR(t, 3) FOR(d, 2) FOR(p, 4) {
    const int band = 1 + p % 2, short_ = 3;
    start(x, w);
    F(trmv)(triangles[u], flags[t], diagonals[d], &rows, a, &ld, w, &steps[p % 3]);
    put(y, w, room, p + t);
    start(x, w);
    F(tbmv)(triangles[u], flags[t], diagonals[d], &rows, &band, a, &short_, w, &steps[p]);
    F(tpmv)(triangles[u], flags[t], diagonals[d], &rows, a, w, &steps[p]);
    put(y, w, room, p + d);
    start(x, w);
    C(trmv)(orders[p % 2], tFlags[u], mFlags[t], dFlags[d], m, a, lead, w, steps[p]);
    C(tbmv)(orders[p % 2], tFlags[u], mFlags[t], dFlags[d], m, band, a, 3, w, steps[p]);
    put(y, w, room, p + u);
  }
  FOR(i, resultsOfEach) y[i] *= (real)0.125;
}
CHECK_VECTOR(triangular_matrix, numbers, resultsOfEach, POINT);

/// A matrix that is far from singular.
static void make_regular(const real *x, real *b) {
  FOR(i, elements) b[i] = 4 + x[i] / 4;
}

static void triangle_solved(const real *x, real *y) {
  real b[elements];
  OPERANDS
  make_regular(x, b);
  zeroResults(y);
  FOR(u, 2) FOR(t, 3) FOR(d, 2) FOR(p, 4) {
    const int band = 1 + p % 2, short_ = 3;
    start(x, w);
    F(trsv)(triangles[u], flags[t], diagonals[d], &rows, b, &ld, w, &steps[p]);
    put(y, w, room, p + t);
    start(x, w);
    F(tbsv)(triangles[u], flags[t], "N", &rows, &band, b, &short_, w, &steps[p]);
    F(tpsv)(triangles[u], flags[t], "n", &rows, b, w, &steps[p]);
    put(y, w, room, p + d);
    start(x, w);
    C(trsv)(orders[p % 2], tFlags[u], mFlags[t], dFlags[d], m, b, lead, w, steps[p]);
    C(tpsv)(orders[p % 2], tFlags[u], mFlags[t], general, m, b, w, steps[p]);
    put(y, w, room, p + u);
  }
  FOR(i, resultsOfEach) y[i] *= (real)0.0078125;
}
CHECK_VECTOR(triangle_solved, numbers, resultsOfEach, POINT);

static void updated(const real *x, real *y) {
  const real *v = x + elements, *alpha = x + elements + 2 * room, *beta = alpha + 1;
  const int rows = m, columns = n, ld = lead;
  const real *u = v + room;
  zeroResults(y);
  FOR(p, 4) FOR(t, 2) {
    real b[elements];
    FOR(i, elements) b[i] = x[i] * x[i];
    F(ger)(&rows, &columns, alpha, v, &steps[p], u, &steps[3 - p], b, &ld);
    C(ger)(orders[t], n, m, *alpha, v, steps[p], u, steps[p], b, 4);
    put(y, b, elements, p);
    F(syr)(triangles[t], &rows, alpha, v, &steps[p], b, &ld);
    C(syr)(orders[p % 2], tFlags[t], m, *alpha, u, steps[p], b, lead);
    put(y, b, elements, p + 1);
    F(spr)(triangles[t], &rows, alpha, v, &steps[p], b);
    F(spr2)(triangles[t], &rows, alpha, v, &steps[p], u, &steps[3 - p], b);
    put(y, b, elements, p + 2);
    F(syr2)(triangles[t], &rows, alpha, v, &steps[p], u, &steps[3 - p], b, &ld);
    C(syr2)(orders[p % 2], tFlags[t], m, *beta, v, steps[p], u, steps[p], b, lead);
    C(spr2)(orders[p % 2], tFlags[t], m, *beta, v, steps[p], u, steps[p], b);
    put(y, b, elements, p + 3);
  }
}
CHECK_VECTOR(updated, numbers, resultsOfEach, POINT);
