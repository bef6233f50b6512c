// LAPACKE's routines for complex numbers, stored by rows and by columns.
// only: -O2 asan
// oracle: off, the library is called by other names than its own
// link: -lopenblas
#include "complex.h"

/// The library: LAPACK, and copies by columns where something is stored by rows. A triangle stays where it is.
#define LIBRARY(NAME, FUNCTION) __asm__(".globl LAPACKE_z" #NAME "\n.set LAPACKE_z" #NAME ", " #FUNCTION "\n");
#define KEPT __attribute__((used, noinline)) static
enum { most = 4, inRoom = 2 * most * most };
typedef struct {
  real numbers[inRoom];
} copied;
static const int high = most;
static int info;
static copied turned(int order, int rows_, int columns_, const real *from, int fromLead) {
  copied to = {{0}};
  FOR(i, rows_) FOR(j, columns_) FOR(p, 2)
    to.numbers[2 * (j * most + i) + p] = from[2 * (order == byRows ? i * fromLead + j : j * fromLead + i) + p];
  return to;
}
static int back(int order, int rows_, int columns_, const copied *from, real *to, int toLead) {
  FOR(i, rows_) FOR(j, columns_) FOR(p, 2)
    to[2 * (order == byRows ? i * toLead + j : j * toLead + i) + p] = from->numbers[2 * (j * most + i) + p];
  return info;
}
KEPT int cholesky(int order, char triangle, int k, real *a, int aLead) {
  copied matrix = turned(order, k, k, a, aLead);
  Z(potrf)(&triangle, &k, matrix.numbers, &high, &info);
  return back(order, k, k, &matrix, a, aLead);
}
KEPT int inverse(int order, char triangle, int k, real *a, int aLead) {
  copied matrix = turned(order, k, k, a, aLead);
  Z(potri)(&triangle, &k, matrix.numbers, &high, &info);
  return back(order, k, k, &matrix, a, aLead);
}
KEPT int byCholesky(int order, char triangle, int k, int many, const real *a, int aLead, real *b, int bLead) {
  copied matrix = turned(order, k, k, a, aLead), side = turned(order, k, many, b, bLead);
  Z(potrs)(&triangle, &k, &many, matrix.numbers, &high, side.numbers, &high, &info);
  return back(order, k, many, &side, b, bLead);
}
KEPT int byTriangle(int order, char triangle, char as, char diagonal, int k, int many, const real *a, int aLead, real *b,
                    int bLead) {
  copied matrix = turned(order, k, k, a, aLead), side = turned(order, k, many, b, bLead);
  Z(trtrs)(&triangle, &as, &diagonal, &k, &many, matrix.numbers, &high, side.numbers, &high, &info);
  return back(order, k, many, &side, b, bLead);
}
KEPT int equations(int order, int k, int many, real *a, int aLead, int *pivots, real *b, int bLead) {
  copied matrix = turned(order, k, k, a, aLead), side = turned(order, k, many, b, bLead);
  Z(gesv)(&k, &many, matrix.numbers, &high, pivots, side.numbers, &high, &info);
  back(order, k, k, &matrix, a, aLead);
  return back(order, k, many, &side, b, bLead);
}
KEPT int byLu(int order, char as, int k, int many, const real *a, int aLead, const int *pivots, real *b, int bLead) {
  copied matrix = turned(order, k, k, a, aLead), side = turned(order, k, many, b, bLead);
  Z(getrs)(&as, &k, &many, matrix.numbers, &high, pivots, side.numbers, &high, &info);
  return back(order, k, many, &side, b, bLead);
}
KEPT int inverseOfLu(int order, int k, real *a, int aLead, const int *pivots) {
  copied matrix = turned(order, k, k, a, aLead);
  real work[enough];
  Z(getri)(&k, matrix.numbers, &high, pivots, work, &room, &info);
  return back(order, k, k, &matrix, a, aLead);
}
KEPT int spectrum(int order, char job, char triangle, int k, real *a, int aLead, real *values) {
  copied matrix = turned(order, k, k, a, aLead);
  real work[enough], realWork[enough];
  Z(heev)(&job, &triangle, &k, matrix.numbers, &high, values, work, &room, realWork, &info);
  return back(order, k, k, &matrix, a, aLead);
}
KEPT int orthogonal(int order, int m, int k, real *a, int aLead, real *tau) {
  copied matrix = turned(order, m, k, a, aLead);
  real work[enough];
  Z(geqrf)(&m, &k, matrix.numbers, &high, tau, work, &room, &info);
  return back(order, m, k, &matrix, a, aLead);
}
KEPT int made(int order, int m, int k, int reflections, real *a, int aLead, const real *tau) {
  copied matrix = turned(order, m, k, a, aLead);
  real work[enough];
  Z(ungqr)(&m, &k, &reflections, matrix.numbers, &high, tau, work, &room, &info);
  return back(order, m, k, &matrix, a, aLead);
}
KEPT int applied(int order, char side, char as, int m, int k, int reflections, const real *a, int aLead, const real *tau,
                 real *c, int cLead) {
  copied matrix = turned(order, side == 'L' ? m : k, reflections, a, aLead), to = turned(order, m, k, c, cLead);
  real work[enough];
  Z(unmqr)(&side, &as, &m, &k, &reflections, matrix.numbers, &high, tau, to.numbers, &high, work, &room, &info);
  return back(order, m, k, &to, c, cLead);
}
KEPT int fit(int order, char as, int m, int k, int many, real *a, int aLead, real *b, int bLead) {
  int longer = m > k ? m : k;
  copied matrix = turned(order, m, k, a, aLead), side = turned(order, longer, many, b, bLead);
  real work[enough];
  Z(gels)(&as, &m, &k, &many, matrix.numbers, &high, side.numbers, &high, work, &room, &info);
  back(order, m, k, &matrix, a, aLead);
  return back(order, longer, many, &side, b, bLead);
}
LIBRARY(potrf, cholesky)
LIBRARY(potri, inverse)
LIBRARY(potrs, byCholesky)
LIBRARY(trtrs, byTriangle)
LIBRARY(gesv, equations)
LIBRARY(getrs, byLu)
LIBRARY(getri, inverseOfLu)
LIBRARY(heev, spectrum)
LIBRARY(geqrf, orthogonal)
LIBRARY(ungqr, made)
LIBRARY(unmqr, applied)
LIBRARY(gels, fit)

int LAPACKE_zpotrf(int, char, int, real *, int), LAPACKE_zpotri(int, char, int, real *, int);
int LAPACKE_zpotrs(int, char, int, int, in, int, real *, int);
int LAPACKE_ztrtrs(int, char, char, char, int, int, in, int, real *, int);
int LAPACKE_zgesv(int, int, int, real *, int, int *, real *, int);
int LAPACKE_zgetrs(int, char, int, int, in, int, const int *, real *, int);
int LAPACKE_zgetri(int, int, real *, int, const int *);
int LAPACKE_zheev(int, char, char, int, real *, int, real *);
int LAPACKE_zgeqrf(int, int, int, real *, int, real *), LAPACKE_zungqr(int, int, int, int, real *, int, in);
int LAPACKE_zunmqr(int, char, char, int, int, int, in, int, in, real *, int);
int LAPACKE_zgels(int, char, int, int, int, real *, int, real *, int);

static const int orders[] = {byRows, byColumns};

static void by_cholesky(const real *x, real *y) {
  zeroResults(y);
  FOR(o, 2) FOR(t, 2) {
    real a[pairs], b[2 * n * most];
    hermitian(x, (t == 0) == (orders[o] == byColumns), a);
    copy(x + pairs, pairsOfSides, b), copy(x, 2 * n * most - pairsOfSides, b + pairsOfSides);
    int ldOfSides = orders[o] == byRows ? columns : lead;
    must(LAPACKE_zpotrf(orders[o], "UL"[t], n, a, lead) == 0);
    must(LAPACKE_zpotrs(orders[o], "UL"[t], n, columns, a, lead, b, ldOfSides) == 0);
    put(y, b, pairsOfSides, o + t);
    FOR(f, 3) must(LAPACKE_ztrtrs(orders[o], "UL"[t], "NTC"[f], 'N', n, columns, a, lead, b, ldOfSides) == 0);
    put(y, b, pairsOfSides, t);
    must(LAPACKE_zpotri(orders[o], "UL"[t], n, a, lead) == 0);
    put(y, a, pairs, o);
  }
}
CHECK_VECTOR(by_cholesky, allPairs, resultsOfEach, PAIRS, PAIRS_OF_SIDES);

static void by_lu(const real *x, real *y) {
  zeroResults(y);
  FOR(o, 2) {
    real a[pairs], b[pairsOfSides];
    int pivots[n], ldOfSides = orders[o] == byRows ? columns : lead;
    copy(x, pairs, a), copy(x + pairs, pairsOfSides, b);
    must(LAPACKE_zgesv(orders[o], n, columns, a, lead, pivots, b, ldOfSides) == 0);
    put(y, b, pairsOfSides, o);
    FOR(f, 3) must(LAPACKE_zgetrs(orders[o], "NTC"[f], n, columns, a, lead, pivots, b, ldOfSides) == 0);
    put(y, b, pairsOfSides, o + 1);
    must(LAPACKE_zgetri(orders[o], n, a, lead, pivots) == 0);
    put(y, a, pairs, o);
  }
}
CHECK_VECTOR(by_lu, allPairs, resultsOfEach, PAIRS, PAIRS_OF_SIDES);

static void spectra(const real *x, real *y) {
  zeroResults(y);
  FOR(o, 2) FOR(t, 2) {
    real a[pairs], values[n], products[2 * n * n];
    hermitian(x, (t == 0) == (orders[o] == byColumns), a);
    must(LAPACKE_zheev(orders[o], 'V', "UL"[t], n, a, lead, values) == 0);
    put(y, values, n, o);
    FOR(j, n) FOR(i, n) {
      int here = 2 * (orders[o] == byRows ? i * lead + j : j * lead + i), other = 2 * (orders[o] == byRows ? j : j * lead);
      products[2 * (j * n + i)] = a[here] * a[other], products[2 * (j * n + i) + 1] = a[here + 1] * a[other];
    }
    put(y, products, 2 * n * n, t);
  }
}
CHECK_VECTOR(spectra, pairs, resultsOfEach, PAIRS);

static void by_qr(const real *x, real *y) {
  zeroResults(y);
  FOR(o, 2) {
    real a[pairs], b[pairs], tau[2 * n];
    copy(x, pairs, a), copy(x, pairs, b);
    must(LAPACKE_zgeqrf(orders[o], n, n, a, lead, tau) == 0);
    put(y, a, pairs, o), put(y, tau, 2 * n, o);
    FOR(s, 2) FOR(f, 2) must(LAPACKE_zunmqr(orders[o], "LR"[s], "NC"[f], n, n, 2, a, lead, tau, b, lead) == 0);
    put(y, b, pairs, o);
    must(LAPACKE_zungqr(orders[o], n, n, 2, a, lead, tau) == 0);
    put(y, a, pairs, o + 1);
    copy(x, pairs, a);
    must(LAPACKE_zgels(orders[o], 'N', n, n, n, a, lead, b, lead) == 0);
    put(y, b, pairs, o);
  }
}
CHECK_VECTOR(by_qr, pairs, resultsOfEach, PAIRS);
