// Bands, packed triangles, updates of Hermitian matrices and rotations of complex numbers: all flags, both orders of storage,
// strides, factors that vary, sizes of zero.
// bits: differ, sums of a vector are taken in any order
// oracle: off, it sees no code of BLAS
// link: -lopenblas
#ifdef SINGLE
#define Z(NAME) c##NAME##_
#define ZC(NAME) cblas_c##NAME
#define REAL_ROT csrot_
#else
#define Z(NAME) z##NAME##_
#define ZC(NAME) cblas_z##NAME
#define REAL_ROT zdrot_
#endif
#include "blas.h"

void Z(gbmv)(flag, num, num, num, num, in, in, num, in, num, in, real *, num);
void Z(hbmv)(flag, num, num, in, in, num, in, num, in, real *, num);
void Z(hpmv)(flag, num, in, in, in, num, in, real *, num);
void Z(tbmv)(flag, flag, flag, num, num, in, num, real *, num);
void Z(tbsv)(flag, flag, flag, num, num, in, num, real *, num);
void Z(tpmv)(flag, flag, flag, num, in, real *, num);
void Z(tpsv)(flag, flag, flag, num, in, real *, num);
void Z(her)(flag, num, in, in, num, real *, num);
void Z(hpr)(flag, num, in, in, num, real *);
void Z(her2)(flag, num, in, in, num, in, num, real *, num);
void Z(hpr2)(flag, num, in, in, num, in, num, real *);
void Z(rot)(num, real *, num, real *, num, in, in);
void REAL_ROT(num, real *, num, real *, num, in, in);
void Z(rotg)(real *, real *, real *, real *);

void ZC(gbmv)(int, int, int, int, int, int, const void *, const void *, int, const void *, int, const void *, void *,
              int);
void ZC(hbmv)(int, int, int, int, const void *, const void *, int, const void *, int, const void *, void *, int);
void ZC(hpmv)(int, int, int, const void *, const void *, const void *, int, const void *, void *, int);
void ZC(tbmv)(int, int, int, int, int, int, const void *, int, void *, int);
void ZC(tbsv)(int, int, int, int, int, int, const void *, int, void *, int);
void ZC(tpmv)(int, int, int, int, int, const void *, void *, int);
void ZC(tpsv)(int, int, int, int, int, const void *, void *, int);
void ZC(her)(int, int, int, real, const void *, int, void *, int);
void ZC(hpr)(int, int, int, real, const void *, int, void *);
void ZC(her2)(int, int, int, const void *, const void *, int, const void *, int, void *, int);
void ZC(hpr2)(int, int, int, const void *, const void *, int, const void *, int, void *);

#define FOR(I, END) for (int I = 0; I < (END); I++)
enum { numbers = 14, n = 4, lead = 5, elements = 2 * lead * lead, factor = 12 };
#define NUMBERS 0.4, -0.5, 1.2, 0.9, 1.25, -1.5, 0.3, 0.7, -0.9, 1.6, 0.8, -1.1, 0.6, -0.35
static const int size = n, ld = lead, columns = n + 1, one = 1, two = 2, none = 0;
static const flag flags[] = {"N", "t", "C"}, uplo[] = {"U", "l"}, units[] = {"N", "U"};

/// Large numbers on each row that may be a diagonal.
static void fill(real *to, const real *x, int which) {
  FOR(i, elements) to[i] = x[(i * 5 + which) % factor] * (real)(i % 3 + 1) / 4;
}

/// Packed triangles and bands can be solved with.
static void strengthen(real *a) {
  FOR(i, lead * lead) a[2 * i] += 3;
  FOR(i, elements) a[i] /= 4;
}

static void bands(const real *x, real *y) {
  const int step = 2, back = -1;
  const real *alpha = x + factor, *beta = x + 4, zero[2] = {0, 0};
  zeroResults(y);
  FOR(t, 3) FOR(u, 2) {
    real a[elements], v[elements], w[elements];
    fill(a, x, t), fill(v, x, u + 3), fill(w, x, t + 5);
    Z(gbmv)(flags[t], &size, &columns, &one, &two, alpha, a, &ld, v, &step, beta, w, &back);
    ZC(gbmv)(byRows, asIs + t, n, n - 1, 2, 1, alpha, a, lead, w, 1, beta, v, -2);
    ZC(gbmv)(byColumns, asIs + t, n, n, 0, 1, alpha, a, lead, w, 1, zero, v, 1);
    Z(hbmv)(uplo[u], &size, &two, alpha, a, &ld, v, &back, beta, w, &step);
    ZC(hbmv)(byRows, upper + u, n, 1, alpha, a, lead, w, 1, beta, v, 2);
    put(y, v, elements, t), put(y, w, elements, u);
    fill(v, x, u + 1), fill(w, x, t);
    Z(hpmv)(uplo[u], &size, alpha, a, v, &step, beta, w, &back);
    ZC(hpmv)(byRows, upper + u, n, alpha, a, w, 1, beta, v, -2);
    put(y, v, elements, u), put(y, w, elements, t);
    Z(hpmv)(uplo[u], &none, alpha, a, v, &step, beta, w, &back);
  }
}
CHECK_VECTOR(bands, numbers, resultsOfEach, NUMBERS);

static void triangles(const real *x, real *y) {
  const int step = 2, back = -1;
  zeroResults(y);
  FOR(t, 3) FOR(u, 2) FOR(d, 2) {
    real a[elements], v[elements], w[elements];
    fill(a, x, t), fill(v, x, u + 3), fill(w, x, d + 5);
    strengthen(a);
    Z(tbmv)(uplo[u], flags[t], units[d], &size, &two, a, &ld, v, &step);
    ZC(tbmv)(byRows, upper + u, asIs + t, general + d, n, 1, a, lead, w, -1);
    Z(tpmv)(uplo[u], flags[t], units[d], &size, a, w, &step);
    ZC(tpmv)(byRows, upper + u, asIs + t, general + d, n, a, v, -1);
    put(y, v, elements, t), put(y, w, elements, d);
    Z(tbsv)(uplo[u], flags[t], units[d], &size, &one, a, &ld, w, &back);
    ZC(tbsv)(byRows, upper + u, asIs + t, general + d, n, 2, a, lead, v, 2);
    Z(tpsv)(uplo[u], flags[t], units[d], &size, a, v, &step);
    ZC(tpsv)(byRows, upper + u, asIs + t, general + d, n, a, w, 1);
    put(y, v, elements, u), put(y, w, elements, t);
    Z(tbsv)(uplo[u], flags[t], units[d], &none, &one, a, &ld, w, &back);
  }
}
CHECK_VECTOR(triangles, numbers, resultsOfEach, NUMBERS);

static void updates(const real *x, real *y) {
  const int step = 2, back = -1;
  const real *alpha = x + factor;
  zeroResults(y);
  FOR(u, 2) {
    real a[elements], v[elements], w[elements];
    fill(a, x, u), fill(v, x, u + 3), fill(w, x, 7);
    Z(her)(uplo[u], &size, alpha, v, &step, a, &ld);
    ZC(her)(byRows, upper + u, n, x[3], w, -1, a, lead);
    put(y, a, elements, u);
    Z(hpr)(uplo[u], &size, alpha, w, &back, a);
    ZC(hpr)(byRows, upper + u, n, x[5], v, 1, a);
    put(y, a, elements, 1 - u);
    Z(her2)(uplo[u], &size, alpha, v, &step, w, &back, a, &ld);
    ZC(her2)(byRows, upper + u, n, alpha, w, 1, v, -2, a, lead);
    put(y, a, elements, u);
    Z(hpr2)(uplo[u], &size, alpha, w, &back, v, &step, a);
    ZC(hpr2)(byRows, upper + u, n, alpha, v, 1, w, 2, a);
    Z(her)(uplo[u], &none, alpha, v, &step, a, &ld);
    FOR(i, elements) a[i] /= 8;
    put(y, a, elements, 2);
  }
}
CHECK_VECTOR(updates, numbers, resultsOfEach, NUMBERS);

static void rotations(const real *x, real *y) {
  static const int steps[] = {1, 2, -1, -2};
  zeroResults(y);
  FOR(p, 4) {
    real a[elements], b[elements], first[2] = {x[p], x[p + 1]}, second[2] = {x[p + 2], x[p + 5]}, cosine, sine[2];
    fill(a, x, p), fill(b, x, p + 2);
    Z(rotg)(first, second, &cosine, sine);
    Z(rot)(&size, a, &steps[p], b, &steps[3 - p], &cosine, sine);
    REAL_ROT(&two, b, &steps[p], a, &steps[p], &x[3], &x[7]);
    Z(rot)(&none, b, &steps[p], a, &steps[p], &cosine, sine);
    put(y, a, elements, p), put(y, b, elements, p + 1);
    y[p] += first[0] + 2 * first[1] + cosine - sine[0] + sine[1] / 2;
    real nothing[2] = {0, 0}, kept[2] = {x[p], x[6]};
    Z(rotg)(kept, nothing, &cosine, sine);
    y[p] += kept[0] * kept[1] + cosine * sine[1];
  }
}
CHECK_VECTOR(rotations, numbers, resultsOfEach, NUMBERS);
