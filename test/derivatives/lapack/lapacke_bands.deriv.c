// LAPACKE's equations of bands and three diagonals, stored by rows and by columns.
// only: -O2 asan
// oracle: off, the library is called by other names than its own
// link: -lopenblas
#include "lapack.h"

/// The library: LAPACK, and copies where something is stored by rows.
#define LIBRARY(NAME, FUNCTION) __asm__(".globl " #NAME "\n.set " #NAME ", " #FUNCTION "\n");
#define KEPT __attribute__((used, noinline)) static
enum { order = 4, most = 7, many = most * most };
typedef struct {
  real numbers[many];
} copied;
static const int high = most;
static int info;
static copied turned(int rows, int all, const real *from, int fromLead) {
  copied to = {{0}};
  FOR(i, rows) FOR(j, all) to.numbers[j * most + i] = from[i * fromLead + j];
  return to;
}
static int back(int rows, int all, const copied *from, real *to, int toLead) {
  FOR(i, rows) FOR(j, all) to[i * toLead + j] = from->numbers[j * most + i];
  return info;
}
KEPT int cholesky(int as, char triangle, int k, int d, real *a, int aLead) {
  if (as == byColumns)
    return F(pbtrf)(&triangle, &k, &d, a, &aLead, &info), info;
  copied own = turned(d + 1, k, a, aLead);
  F(pbtrf)(&triangle, &k, &d, own.numbers, &high, &info);
  return back(d + 1, k, &own, a, aLead);
}
KEPT int byCholesky(int as, char triangle, int k, int d, int many_, const real *a, int aLead, real *b, int bLead) {
  if (as == byColumns)
    return F(pbtrs)(&triangle, &k, &d, &many_, a, &aLead, b, &bLead, &info), info;
  copied own = turned(d + 1, k, a, aLead), other = turned(k, many_, b, bLead);
  F(pbtrs)(&triangle, &k, &d, &many_, own.numbers, &high, other.numbers, &high, &info);
  return back(k, many_, &other, b, bLead);
}
KEPT int positiveBand(int as, char triangle, int k, int d, int many_, real *a, int aLead, real *b, int bLead) {
  return cholesky(as, triangle, k, d, a, aLead) || byCholesky(as, triangle, k, d, many_, a, aLead, b, bLead);
}
KEPT int lu(int as, int m, int k, int kl, int ku, real *a, int aLead, int *pivots) {
  if (as == byColumns)
    return F(gbtrf)(&m, &k, &kl, &ku, a, &aLead, pivots, &info), info;
  copied own = turned(2 * kl + ku + 1, k, a, aLead);
  F(gbtrf)(&m, &k, &kl, &ku, own.numbers, &high, pivots, &info);
  return back(2 * kl + ku + 1, k, &own, a, aLead);
}
KEPT int byLu(int as, char flag_, int k, int kl, int ku, int many_, const real *a, int aLead, const int *pivots, real *b,
              int bLead) {
  if (as == byColumns)
    return F(gbtrs)(&flag_, &k, &kl, &ku, &many_, a, &aLead, pivots, b, &bLead, &info), info;
  copied own = turned(2 * kl + ku + 1, k, a, aLead), other = turned(k, many_, b, bLead);
  F(gbtrs)(&flag_, &k, &kl, &ku, &many_, own.numbers, &high, pivots, other.numbers, &high, &info);
  return back(k, many_, &other, b, bLead);
}
KEPT int any(int as, int k, int kl, int ku, int many_, real *a, int aLead, int *pivots, real *b, int bLead) {
  return lu(as, k, k, kl, ku, a, aLead, pivots) || byLu(as, 'N', k, kl, ku, many_, a, aLead, pivots, b, bLead);
}
KEPT int three(int as, int k, int many_, real *below, real *diagonal, real *above, real *b, int bLead) {
  if (as == byColumns)
    return F(gtsv)(&k, &many_, below, diagonal, above, b, &bLead, &info), info;
  copied other = turned(k, many_, b, bLead);
  F(gtsv)(&k, &many_, below, diagonal, above, other.numbers, &high, &info);
  return back(k, many_, &other, b, bLead);
}
KEPT int byThree(int as, int k, int many_, const real *diagonal, const real *beside, real *b, int bLead) {
  if (as == byColumns)
    return F(pttrs)(&k, &many_, diagonal, beside, b, &bLead, &info), info;
  copied other = turned(k, many_, b, bLead);
  F(pttrs)(&k, &many_, diagonal, beside, other.numbers, &high, &info);
  return back(k, many_, &other, b, bLead);
}
KEPT int positiveThree(int as, int k, int many_, real *diagonal, real *beside, real *b, int bLead) {
  F(pttrf)(&k, diagonal, beside, &info);
  return info || byThree(as, k, many_, diagonal, beside, b, bLead);
}
LIBRARY(LAPACKE_dpbtrf, cholesky)
LIBRARY(LAPACKE_dpbtrs, byCholesky)
LIBRARY(LAPACKE_dpbsv, positiveBand)
LIBRARY(LAPACKE_dgbtrf, lu)
LIBRARY(LAPACKE_dgbtrs, byLu)
LIBRARY(LAPACKE_dgbsv, any)
LIBRARY(LAPACKE_dgtsv, three)
LIBRARY(LAPACKE_dpttrs, byThree)
LIBRARY(LAPACKE_dptsv, positiveThree)
int LAPACKE_dpbtrf(int, char, int, int, double *, int);
int LAPACKE_dpbtrs(int, char, int, int, int, const double *, int, double *, int);
int LAPACKE_dpbsv(int, char, int, int, int, double *, int, double *, int);
int LAPACKE_dgbtrf(int, int, int, int, int, double *, int, int *);
int LAPACKE_dgbtrs(int, char, int, int, int, int, const double *, int, const int *, double *, int);
int LAPACKE_dgbsv(int, int, int, int, int, double *, int, int *, double *, int);
int LAPACKE_dgtsv(int, int, int, double *, double *, double *, double *, int);
int LAPACKE_dpttrs(int, int, int, const double *, const double *, double *, int);
int LAPACKE_dptsv(int, int, int, double *, double *, double *, int);

#define NUMBERS 0.4, -0.5, 2.0, 0.25, 1.25, -2.5, 0.3, 0.7, -0.9, 1.6, 0.8, -0.6, 0.35, 1.1, -0.7, 1.4
enum { given = 16, side = 6 };

/// Row `i` of a band's array in column `j`.
static int at(int as, int i, int j) { return as == byColumns ? j * most + i : i * most + j; }

static void bands(const real *x, real *y) {
  zeroResults(y);
  FOR(o, 2) FOR(t, 2) {
    real a[many], b[side * side];
    int as = o ? byColumns : byRows, pivots[order];
    char letter = t ? 'l' : 'U';
    FOR(i, side * side) b[i] = x[i % given] * x[2];
    FOR(i, many) a[i] = 77;
    FOR(j, order) FOR(i, 3) a[at(as, i, j)] = i == (t ? 0 : 2) ? 5 + x[j] * x[i] : x[i * order + j] / 2;
    must(LAPACKE_dpbtrf(as, letter, order, 2, a, most) == 0);
    FOR(i, 3) FOR(j, order) put(y, a + at(as, i, j), 1, i + j);
    must(LAPACKE_dpbtrs(as, letter, order, 2, 2, a, most, b, side) == 0);
    FOR(j, order) FOR(i, 3) a[at(as, i, j)] = i == (t ? 0 : 2) ? 5 + x[j] * x[i] : x[i * order + j] / 2;
    must(LAPACKE_dpbsv(as, letter, order, 2, 2, a, most, b, side) == 0);
    put(y, b, side * side, o);
    FOR(j, order) FOR(i, 4) a[at(as, i + 1, j)] = x[(i * order + j) % given] * 2;
    must(LAPACKE_dgbtrf(as, order, order, 1, 2, a, most, pivots) == 0);
    must(LAPACKE_dgbtrs(as, t ? 'T' : 'N', order, 1, 2, 2, a, most, pivots, b, side) == 0);
    put(y, b, side * side, t);
    FOR(j, order) FOR(i, 4) a[at(as, i + 1, j)] = x[(i * order + j) % given] + x[3];
    must(LAPACKE_dgbsv(as, order, 1, 2, 2, a, most, pivots, b, side) == 0);
    put(y, b, side * side, t);
  }
}
CHECK_VECTOR(bands, given, resultsOfEach, NUMBERS);

static void three_diagonals(const real *x, real *y) {
  zeroResults(y);
  FOR(o, 2) {
    real below[order], diagonal[order], above[order], b[side * side];
    int as = o ? byColumns : byRows;
    FOR(i, side * side) b[i] = x[i % given] * x[2];
    FOR(i, order) below[i] = x[i] + 1, diagonal[i] = x[i + 4], above[i] = x[i + 8] * x[1];
    must(LAPACKE_dgtsv(as, order, 2, below, diagonal, above, b, side) == 0);
    put(y, b, side * side, o);
    FOR(i, order) diagonal[i] = 4 + x[i] * x[2], below[i] = x[i + 3];
    must(LAPACKE_dptsv(as, order, 2, diagonal, below, b, side) == 0);
    must(LAPACKE_dpttrs(as, order, 2, diagonal, below, b, side) == 0);
    put(y, b, side * side, o), put(y, diagonal, order, 1);
  }
}
CHECK_VECTOR(three_diagonals, given, resultsOfEach, NUMBERS);
