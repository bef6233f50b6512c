// Routines of complex numbers: all flags, both orders of storage, strides and leading dimensions, factors
// that vary, sizes of zero.
// bits: differ, sums of a vector are taken in any order
// oracle: off, it sees no code of BLAS
// link: -lopenblas
#ifdef SINGLE
#define Z(NAME) c##NAME##_
#define ZC(NAME) cblas_c##NAME
#define REAL_SCAL(OF) OF(sscal)
#define LENGTH(NAME) sc##NAME
#else
#define Z(NAME) z##NAME##_
#define ZC(NAME) cblas_z##NAME
#define REAL_SCAL(OF) OF(dscal)
#define LENGTH(NAME) dz##NAME
#endif
#include "blas.h"
#include <complex.h>

typedef CHECK_REAL _Complex complexes;
#define JOIN(A, B) JOINED(A, B)
#define JOINED(A, B) A##B

complexes Z(dotu)(num, in, num, in, num);
complexes Z(dotc)(num, in, num, in, num);
real JOIN(LENGTH(nrm2), _)(num, in, num);
real JOIN(LENGTH(asum), _)(num, in, num);
void Z(axpy)(num, in, in, num, real *, num);
void Z(scal)(num, in, real *, num);
void REAL_SCAL(Z)(num, in, real *, num);
void Z(copy)(num, in, num, real *, num);
void Z(swap)(num, real *, num, real *, num);
void Z(gemv)(flag, num, num, in, in, num, in, num, in, real *, num);
void Z(hemv)(flag, num, in, in, num, in, num, in, real *, num);
void Z(trmv)(flag, flag, flag, num, in, num, real *, num);
void Z(trsv)(flag, flag, flag, num, in, num, real *, num);
void Z(geru)(num, num, in, in, num, in, num, real *, num);
void Z(gerc)(num, num, in, in, num, in, num, real *, num);
void Z(gemm)(flag, flag, num, num, num, in, in, num, in, num, in, real *, num);
void Z(symm)(flag, flag, num, num, in, in, num, in, num, in, real *, num);
void Z(hemm)(flag, flag, num, num, in, in, num, in, num, in, real *, num);
void Z(syrk)(flag, flag, num, num, in, in, num, in, real *, num);
void Z(herk)(flag, flag, num, num, in, in, num, in, real *, num);
void Z(syr2k)(flag, flag, num, num, in, in, num, in, num, in, real *, num);
void Z(her2k)(flag, flag, num, num, in, in, num, in, num, in, real *, num);
void Z(trmm)(flag, flag, flag, flag, num, num, in, in, num, real *, num);
void Z(trsm)(flag, flag, flag, flag, num, num, in, in, num, real *, num);

void ZC(dotu_sub)(int, const void *, int, const void *, int, void *);
void ZC(dotc_sub)(int, const void *, int, const void *, int, void *);
void ZC(axpy)(int, const void *, const void *, int, void *, int);
void REAL_SCAL(ZC)(int, real, void *, int);
void ZC(gemv)(int, int, int, int, const void *, const void *, int, const void *, int, const void *, void *, int);
void ZC(hemv)(int, int, int, const void *, const void *, int, const void *, int, const void *, void *, int);
void ZC(trmv)(int, int, int, int, int, const void *, int, void *, int);
void ZC(trsv)(int, int, int, int, int, const void *, int, void *, int);
void ZC(geru)(int, int, int, const void *, const void *, int, const void *, int, void *, int);
void ZC(gerc)(int, int, int, const void *, const void *, int, const void *, int, void *, int);
void ZC(gemm)(int, int, int, int, int, int, const void *, const void *, int, const void *, int, const void *,
              void *, int);
void ZC(hemm)(int, int, int, int, int, const void *, const void *, int, const void *, int, const void *, void *,
              int);
void ZC(symm)(int, int, int, int, int, const void *, const void *, int, const void *, int, const void *, void *,
              int);
void ZC(herk)(int, int, int, int, int, real, const void *, int, real, void *, int);
void ZC(syrk)(int, int, int, int, int, const void *, const void *, int, const void *, void *, int);
void ZC(her2k)(int, int, int, int, int, const void *, const void *, int, const void *, int, real, void *, int);
void ZC(syr2k)(int, int, int, int, int, const void *, const void *, int, const void *, int, const void *, void *,
               int);
void ZC(trmm)(int, int, int, int, int, int, int, const void *, const void *, int, void *, int);
void ZC(trsm)(int, int, int, int, int, int, int, const void *, const void *, int, void *, int);

#define FOR(I, END) for (int I = 0; I < (END); I++)
enum { numbers = 14, n = 3, lead = 4, elements = 2 * lead * lead, factor = 12 };
#define NUMBERS 0.4, -0.5, 1.2, 0.9, 1.25, -1.5, 0.3, 0.7, -0.9, 1.6, 0.8, -1.1, 0.6, -0.35
static const int size = n, ld = lead, two = 2, none = 0;
static const flag flags[] = {"N", "t", "C"}, uplo[] = {"U", "l"}, sides[] = {"L", "r"}, units[] = {"N", "U"};

/// A large diagonal, so that triangles can be solved with.
static void fill(real *to, const real *x, int which) {
  FOR(i, elements) to[i] = x[(i * 5 + which) % factor] * (real)(i % 3 + 1) / 4;
  FOR(i, lead) to[2 * (i * lead + i)] += 3;
}

static void vectors(const real *x, real *y) {
  static const int steps[] = {1, 2, -1, -2};
  zeroResults(y);
  FOR(p, 4) FOR(q, 4) {
    real a[elements], b[elements];
    fill(a, x, p), fill(b, x, q);
    complexes u = Z(dotu)(&size, a, &steps[p], b, &steps[q]), c = Z(dotc)(&size, a, &steps[p], b, &steps[q]), d;
    y[0] += creal(u) - cimag(c) / 2, y[1] += cimag(u) * creal(c) / 64;
    ZC(dotc_sub)(n, b, steps[q], a, steps[p], &d);
    y[2] += creal(d) + cimag(d);
    ZC(dotu_sub)(n, b, steps[q], a, steps[p], &d);
    y[3] += creal(d) - 2 * cimag(d);
    y[p] += JOIN(LENGTH(nrm2), _)(&size, a, &steps[q % 2]) + JOIN(LENGTH(asum), _)(&size, b, &steps[p % 2]);
    Z(axpy)(&size, x + factor, a, &steps[p], b, &steps[q]);
    ZC(axpy)(n, x + 2, b, steps[p], a, steps[q]);
    Z(scal)(&size, x + factor, b, &steps[p]);
    REAL_SCAL(Z)(&size, x + factor, b, &steps[q % 2]);
    REAL_SCAL(ZC)(n, x[3], a, 2);
    Z(swap)(&size, a, &steps[p], b, &steps[q]);
    Z(copy)(&two, a, &steps[q], b, &steps[p]);
    put(y, a, elements, p), put(y, b, elements, q);
  }
  real none_of[2] = {1, 2};
  complexes nothing = Z(dotu)(&none, x, &size, x, &size);
  y[0] += creal(nothing) + JOIN(LENGTH(nrm2), _)(&none, none_of, &two);
}
CHECK_VECTOR(vectors, numbers, resultsOfEach, NUMBERS);

static void of_vectors(const real *x, real *y) {
  const int step = 2, back = -1;
  const real *alpha = x + factor, *beta = x + 4;
  zeroResults(y);
  FOR(t, 3) FOR(u, 2) FOR(d, 2) {
    real a[elements], v[elements], w[elements];
    fill(a, x, t), fill(v, x, u + 3), fill(w, x, d + 5);
    Z(gemv)(flags[t], &size, &two, alpha, a, &ld, v, &step, beta, w, &back);
    ZC(gemv)(byRows, asIs + t, 2, n, alpha, a, lead, w, 1, beta, v, -2);
    Z(hemv)(uplo[u], &size, alpha, a, &ld, v, &step, beta, w, &back);
    ZC(hemv)(byRows, upper + u, n, alpha, a, lead, w, 1, beta, v, 2);
    put(y, v, elements, t), put(y, w, elements, d);
    fill(v, x, u + 2), fill(w, x, d);
    Z(trmv)(uplo[u], flags[t], units[d], &size, a, &ld, v, &step);
    ZC(trmv)(byRows, upper + u, asIs + t, general + d, n, a, lead, w, -1);
    Z(trsv)(uplo[u], flags[t], units[d], &size, a, &ld, w, &step);
    ZC(trsv)(byRows, upper + u, asIs + t, general + d, n, a, lead, v, -1);
    put(y, v, elements, u), put(y, w, elements, t);
    fill(v, x, u + 2), fill(w, x, d);
    Z(geru)(&size, &two, alpha, v, &step, w, &back, a, &ld);
    Z(gerc)(&size, &two, alpha, w, &step, v, &back, a, &ld);
    ZC(geru)(byRows, 2, n, alpha, x, 1, v, 2, a, lead);
    ZC(gerc)(byRows, 2, n, alpha, x, 1, w, 2, a, lead);
    put(y, a, elements, t + u);
  }
}
CHECK_VECTOR(of_vectors, numbers, resultsOfEach, NUMBERS);

static void products(const real *x, real *y) {
  const real *alpha = x + factor, *beta = x + 4, zero[2] = {0, 0};
  zeroResults(y);
  FOR(s, 3) FOR(t, 3) {
    real a[elements], b[elements], c[elements];
    fill(a, x, s), fill(b, x, t + 3), fill(c, x, s + t);
    Z(gemm)(flags[s], flags[t], &size, &two, &size, alpha, a, &ld, b, &ld, beta, c, &ld);
    ZC(gemm)(byRows, asIs + s, asIs + t, 2, n, n, alpha, c, lead, b, lead, beta, a, lead);
    put(y, a, elements, s);
    Z(gemm)(flags[t], flags[s], &two, &two, &size, beta, c, &ld, a, &ld, zero, b, &ld);
    Z(gemm)(flags[t], flags[s], &two, &two, &none, beta, c, &ld, a, &ld, alpha, b, &ld);
    Z(gemm)(flags[t], flags[s], &none, &two, &two, beta, c, &ld, a, &ld, alpha, b, &ld);
    put(y, b, elements, s), put(y, c, elements, t);
  }
}
CHECK_VECTOR(products, numbers, resultsOfEach, NUMBERS);

static void one_triangle(const real *x, real *y) {
  const real *alpha = x + factor, *beta = x + 4;
  zeroResults(y);
  FOR(u, 2) FOR(s, 2) {
    real a[elements], b[elements], c[elements];
    fill(a, x, s), fill(b, x, u + 3), fill(c, x, s + u);
    Z(symm)(sides[s], uplo[u], &size, &two, alpha, a, &ld, b, &ld, beta, c, &ld);
    Z(hemm)(sides[s], uplo[u], &two, &size, alpha, a, &ld, c, &ld, beta, b, &ld);
    ZC(symm)(byRows, onLeft + s, upper + u, n, 2, alpha, a, lead, b, lead, beta, c, lead);
    ZC(hemm)(byRows, onLeft + s, upper + u, 2, n, alpha, a, lead, c, lead, beta, b, lead);
    put(y, b, elements, s), put(y, c, elements, u);
    Z(syrk)(uplo[u], flags[s], &size, &two, alpha, b, &ld, beta, a, &ld);
    Z(herk)(uplo[u], flags[2 * s], &size, &two, alpha, c, &ld, beta, a, &ld);
    ZC(syrk)(byRows, upper + u, asIs + s, n, 2, alpha, b, lead, beta, a, lead);
    ZC(herk)(byRows, upper + u, asIs + 2 * s, n, 2, x[3], b, lead, x[7], a, lead);
    put(y, a, elements, u);
    Z(syr2k)(uplo[u], flags[s], &size, &two, alpha, b, &ld, c, &ld, beta, a, &ld);
    Z(her2k)(uplo[u], flags[2 * s], &size, &two, alpha, c, &ld, b, &ld, beta, a, &ld);
    ZC(syr2k)(byRows, upper + u, asIs + s, n, 2, alpha, b, lead, c, lead, beta, a, lead);
    ZC(her2k)(byRows, upper + u, asIs + 2 * s, n, 2, alpha, b, lead, c, lead, x[7], a, lead);
    FOR(i, elements) a[i] /= 8;
    put(y, a, elements, s + u);
  }
}
CHECK_VECTOR(one_triangle, numbers, resultsOfEach, NUMBERS);

static void triangles(const real *x, real *y) {
  const real *alpha = x + factor;
  zeroResults(y);
  FOR(s, 2) FOR(u, 2) FOR(t, 3) FOR(d, 2) {
    real a[elements], b[elements], c[elements];
    fill(a, x, s), fill(b, x, t + 3), fill(c, x, d + u);
    Z(trmm)(sides[s], uplo[u], flags[t], units[d], &size, &two, alpha, a, &ld, b, &ld);
    Z(trsm)(sides[s], uplo[u], flags[t], units[d], &two, &size, alpha, a, &ld, c, &ld);
    ZC(trmm)(byRows, onLeft + s, upper + u, asIs + t, general + d, n, 2, alpha, a, lead, c, lead);
    ZC(trsm)(byRows, onLeft + s, upper + u, asIs + t, general + d, 2, n, alpha, a, lead, b, lead);
    put(y, b, elements, s), put(y, c, elements, t);
    FOR(i, elements) a[i] *= x[1]; // before the reverse sweep
    put(y, a, elements, d);
  }
}
CHECK_VECTOR(triangles, numbers, resultsOfEach, NUMBERS);
