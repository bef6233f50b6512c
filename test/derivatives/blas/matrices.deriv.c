// Level 3 of BLAS: all flags, both orders, leading dimensions larger than needed, alpha and
// beta that vary, what is constant, sizes of zero.
// only: -O2 asan
// oracle: off, it sees no code of BLAS
// link: -lopenblas
#include "blas.h"

enum { m = 3, n = 2, k = 2, lead = 3, elements = 9, numbers = 3 * elements + 2 };
static const flag flags[] = {"N", "T", "c"};
static const char *const triangles[] = {"U", "l"}, *const diagonals[] = {"N", "U"}, *const sides[] = {"L", "R"};
static const int mFlags[] = {asIs, transposed, 112 + 1}, tFlags[] = {upper, lower}, dFlags[] = {general, unit};
static const int sFlags[] = {onLeft, onRight}, orders[] = {byColumns, byRows};
#define FOR(I, END) for (int I = 0; I < END; I++)
#define POINT                                                                                       \
  1.5, -0.5, 2.0, 0.75, 1.25, -2.5, 0.3, 1.1, -0.9, /* B */ 1.6, 0.8, -1.2, 0.45, -0.35, 1.9, 0.65, \
      0.7, -1.3, /* C */ 0.55, 1.05, -0.85, 1.4, 0.95, -0.6, 1.15, 0.25, 0.15, /* alpha, beta */ 0.8, -0.7

#define OPERANDS                                                                                    \
  const real *a = x, *b = x + elements, *alpha = x + 3 * elements, *beta = alpha + 1;               \
  const int rows = m, columns = n, inner = k, ld = lead;                                            \
  real c[elements];                                                                                 \
  (void)a, (void)b, (void)alpha, (void)beta, (void)rows, (void)columns, (void)inner, (void)ld;

static void start(const real *x, real *c) {
  FOR(i, elements) c[i] = x[2 * elements + i] * x[i];
}

static void products(const real *x, real *y) {
  OPERANDS
  zeroResults(y);
  FOR(s, 3) FOR(t, 3) {
    start(x, c);
    F(gemm)(flags[s], flags[t], &rows, &columns, &inner, alpha, a, &ld, b, &ld, beta, c, &ld);
    put(y, c, elements, s);
    FOR(o, 2) C(gemm)(orders[o], mFlags[s], mFlags[t], 2 + o, 3 - o, k, *alpha, a, lead, b, lead, *beta, c, lead);
    put(y, c, elements, t);
  }
}
CHECK_VECTOR(products, numbers, resultsOfEach, POINT);

/// One operand alone varies; a beta of zero reads nothing; nothing to add; one matrix twice.
static const real fixed[elements] = {0.5, -1, 2, 1.5, 0.25, -0.75, 1, -2, 0.5};
static void few_vary(const real *x, real *y) {
  OPERANDS
  const real zero = 0, one = 1, two = 2;
  const int none = 0;
  zeroResults(y);
  FOR(i, elements) c[i] = (real)NAN;
  F(gemm)("N", "N", &ld, &ld, &inner, &two, a, &ld, fixed, &ld, &zero, c, &ld);
  put(y, c, elements, 0);
  F(gemm)("N", "T", &rows, &columns, &inner, &two, fixed, &ld, b, &ld, &one, c, &ld);
  put(y, c, elements, 1);
  F(gemm)("T", "N", &rows, &columns, &inner, alpha, fixed, &ld, fixed, &ld, &one, c, &ld);
  put(y, c, elements, 2);
  F(gemm)("T", "N", &ld, &ld, &ld, &one, a, &ld, a, &ld, beta, c, &ld);
  put(y, c, elements, 3);
  F(gemm)("T", "N", &rows, &columns, &none, &one, a, &ld, a, &ld, beta, c, &ld);
  F(gemm)("T", "N", &none, &columns, &inner, &one, a, &ld, a, &ld, beta, c, &ld);
  put(y, c, elements, 0);
  real square[elements];
  F(gemm)("N", "N", &ld, &ld, &ld, &one, fixed, &ld, fixed, &ld, &zero, square, &ld);
  y[1] += square[4] * x[0];
}
CHECK_VECTOR(few_vary, numbers, resultsOfEach, POINT);

/// The factors change behind the product.
static void overwritten(const real *x, real *y) {
  OPERANDS
  real first[elements], second[elements], factor = *alpha;
  zeroResults(y);
  start(x, c);
  FOR(i, elements) first[i] = a[i] * a[i], second[i] = b[i] * a[i];
  FOR(round, 3) {
    F(gemm)("N", "T", &ld, &ld, &ld, &factor, first, &ld, second, &ld, beta, c, &ld);
    FOR(i, elements) first[i] = first[i] * c[i] / 8, second[i] -= c[i] / 4;
    factor *= factor;
  }
  put(y, c, elements, 0);
  put(y, first, elements, 1);
}
CHECK_VECTOR(overwritten, numbers, resultsOfEach, POINT);

static void symmetric(const real *x, real *y) {
  OPERANDS
  zeroResults(y);
  FOR(s, 2) FOR(u, 2) {
    start(x, c);
    F(symm)(sides[s], triangles[u], &rows, &columns, alpha, a, &ld, b, &ld, beta, c, &ld);
    put(y, c, elements, s);
    FOR(o, 2) C(symm)(orders[o], sFlags[s], tFlags[u], 2 + o, 3 - o, *alpha, a, lead, b, lead, *beta, c, lead);
    put(y, c, elements, u);
  }
}
CHECK_VECTOR(symmetric, numbers, resultsOfEach, POINT);

static void updates(const real *x, real *y) {
  OPERANDS
  zeroResults(y);
  FOR(t, 3) FOR(u, 2) {
    start(x, c);
    F(syrk)(triangles[u], flags[t], &ld, &inner, alpha, a, &ld, beta, c, &ld);
    F(syr2k)(triangles[u], flags[t], &ld, &inner, alpha, a, &ld, b, &ld, beta, c, &ld);
    put(y, c, elements, t);
    FOR(o, 2) {
      C(syrk)(orders[o], tFlags[u], mFlags[t], 2, 3, *alpha, a, lead, *beta, c, lead);
      C(syr2k)(orders[o], tFlags[u], mFlags[t], 2, 3, *alpha, a, lead, b, lead, *beta, c, lead);
    }
    put(y, c, elements, u);
  }
}
CHECK_VECTOR(updates, numbers, resultsOfEach, POINT);

static void triangular_products(const real *x, real *y) {
  OPERANDS
  zeroResults(y);
  FOR(s, 2) FOR(u, 2) FOR(t, 3) FOR(d, 2) {
    start(x, c);
    F(trmm)(sides[s], triangles[u], flags[t], diagonals[d], &rows, &columns, alpha, a, &ld, c, &ld);
    put(y, c, elements, s + t);
    FOR(o, 2) C(trmm)(orders[o], sFlags[s], tFlags[u], mFlags[t], dFlags[d], 2 + o, 3 - o, *alpha, a, lead, c, lead);
    put(y, c, elements, u + d);
  }
}
CHECK_VECTOR(triangular_products, numbers, resultsOfEach, POINT);

static void solutions(const real *x, real *y) {
  OPERANDS
  const int none = 0;
  real regular[elements];
  FOR(i, elements) regular[i] = 4 + x[i] / 4;
  zeroResults(y);
  FOR(s, 2) FOR(u, 2) FOR(t, 3) FOR(d, 2) {
    start(x, c);
    F(trsm)(sides[s], triangles[u], flags[t], diagonals[d], &rows, &columns, alpha, regular, &ld, c, &ld);
    put(y, c, elements, s + t);
    start(x, c);
    FOR(o, 2) C(trsm)(orders[o], sFlags[s], tFlags[u], mFlags[t], dFlags[d], 2 + o, 3 - o, *alpha, regular, lead, c, lead);
    put(y, c, elements, u + d);
  }
  F(trsm)("L", "U", "N", "N", &none, &columns, alpha, a, &ld, c, &ld);
  start(x, c); // the triangle does not vary, and then the right side does not
  F(trsm)("L", "U", "N", "N", &rows, &columns, alpha, fixed, &ld, c, &ld);
  put(y, c, elements, 0);
  FOR(i, elements) c[i] = fixed[i];
  F(trsm)("R", "L", "T", "N", &rows, &columns, beta, regular, &ld, c, &ld);
  put(y, c, elements, 1);
  FOR(i, resultsOfEach) y[i] *= (real)0.0078125;
}
CHECK_VECTOR(solutions, numbers, resultsOfEach, POINT);

/// Factors that lie in the stack of a callee, or on the heap, and are gone when it returns.
NOINLINE static void leaves(const real *x, real *c, int times) {
  const int ld = lead;
  const real half = 0.5, one = 1;
  real constant[elements], varying[elements], *heap = (real *)malloc(sizeof constant);
  FOR(i, elements) constant[i] = (real)(i % 4) - 1, varying[i] = x[i] * x[i], heap[i] = x[i] * (real)times;
  F(gemm)("N", "N", &ld, &ld, &ld, &half, constant, &ld, x, &ld, &one, c, &ld);
  F(gemm)("T", "N", &ld, &ld, &ld, &half, varying, &ld, heap, &ld, &half, c, &ld);
  free(heap);
}
static void gone(const real *x, real *y) {
  real c[elements] = {0};
  zeroResults(y);
  FOR(times, 3) {
    leaves(x, c, times);
    real before[elements];
    FOR(i, elements) before[i] = c[i] / 4;
    leaves(before, c, 1);
    FOR(i, elements) c[i] /= 8;
  }
  put(y, c, elements, 0);
}
CHECK_VECTOR(gone, elements, resultsOfEach, 1.5, -0.5, 1.0, 0.75, 1.25, -0.5, 0.3, 1.1, -0.9);
