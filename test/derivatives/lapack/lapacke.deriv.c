// LAPACKE, stored by rows and by columns: its letters by value, what failed as the result; integers of 64 bits.
// only: -O2 asan
// oracle: off, the library is called by other names than its own
// link: -lopenblas
#include "lapack.h"

/// The library: LAPACK, and copies where something is stored by rows.
#define LIBRARY(NAME, FUNCTION) __asm__(".globl " #NAME "\n.set " #NAME ", " #FUNCTION "\n");
#define KEPT __attribute__((used, noinline)) static
enum { most = 4 };
typedef struct {
  real numbers[most * most];
} copied;
static const int high = most;
static copied turned(int rows_, int columns_, const real *from, int fromLead) {
  copied to = {{0}};
  FOR(i, rows_) FOR(j, columns_) to.numbers[j * most + i] = from[i * fromLead + j];
  return to;
}
static int back(int rows_, int columns_, const copied *from, real *to, int toLead, int info) {
  FOR(i, rows_) FOR(j, columns_) to[i * toLead + j] = from->numbers[j * most + i];
  return info;
}
static int info;
static char of(int order, char triangle) {
  int isUpper = triangle == 'u' || triangle == 'U';
  return isUpper == (order == byColumns) ? 'U' : 'L';
}
KEPT int cholesky(int order, char triangle, int k, real *a, int aLead) {
  char letter = of(order, triangle);
  return F(potrf)(&letter, &k, a, &aLead, &info), info;
}
KEPT int inversePositive(int order, char triangle, int k, real *a, int aLead) {
  char letter = of(order, triangle);
  return F(potri)(&letter, &k, a, &aLead, &info), info;
}
KEPT int inverseTriangle(int order, char triangle, char diagonal, int k, real *a, int aLead) {
  char letter = of(order, triangle);
  return F(trtri)(&letter, &diagonal, &k, a, &aLead, &info), info;
}
KEPT int byCholesky(int order, char triangle, int k, int many, const real *a, int aLead, real *b, int bLead) {
  char letter = of(order, triangle);
  if (order == byColumns)
    return F(potrs)(&letter, &k, &many, a, &aLead, b, &bLead, &info), info;
  copied side = turned(k, many, b, bLead);
  F(potrs)(&letter, &k, &many, a, &aLead, side.numbers, &high, &info);
  return back(k, many, &side, b, bLead, info);
}
KEPT int positiveEquations(int order, char triangle, int k, int many, real *a, int aLead, real *b, int bLead) {
  return cholesky(order, triangle, k, a, aLead) || byCholesky(order, triangle, k, many, a, aLead, b, bLead);
}
KEPT int byTriangle(int order, char triangle, char as, char diagonal, int k, int many, const real *a, int aLead, real *b,
                    int bLead) {
  char letter = of(order, triangle), other = as == 'N' ? 'T' : 'N';
  if (order == byColumns)
    return F(trtrs)(&letter, &as, &diagonal, &k, &many, a, &aLead, b, &bLead, &info), info;
  copied side = turned(k, many, b, bLead);
  F(trtrs)(&letter, &other, &diagonal, &k, &many, a, &aLead, side.numbers, &high, &info);
  return back(k, many, &side, b, bLead, info);
}
KEPT int lu(int order, int m, int k, real *a, int aLead, int *pivots) {
  if (order == byColumns)
    return F(getrf)(&m, &k, a, &aLead, pivots, &info), info;
  copied own = turned(m, k, a, aLead);
  F(getrf)(&m, &k, own.numbers, &high, pivots, &info);
  return back(m, k, &own, a, aLead, info);
}
KEPT int inverse(int order, int k, real *a, int aLead, const int *pivots) {
  real work[most];
  if (order == byColumns)
    return F(getri)(&k, a, &aLead, pivots, work, &high, &info), info;
  copied own = turned(k, k, a, aLead);
  F(getri)(&k, own.numbers, &high, pivots, work, &high, &info);
  return back(k, k, &own, a, aLead, info);
}
KEPT int byLu(int order, char as, int k, int many, const real *a, int aLead, const int *pivots, real *b, int bLead) {
  if (order == byColumns)
    return F(getrs)(&as, &k, &many, a, &aLead, pivots, b, &bLead, &info), info;
  copied own = turned(k, k, a, aLead), side = turned(k, many, b, bLead);
  F(getrs)(&as, &k, &many, own.numbers, &high, pivots, side.numbers, &high, &info);
  return back(k, many, &side, b, bLead, info);
}
KEPT int equations(int order, int k, int many, real *a, int aLead, int *pivots, real *b, int bLead) {
  return lu(order, k, k, a, aLead, pivots) || byLu(order, 'N', k, many, a, aLead, pivots, b, bLead);
}
KEPT int spectrum(int order, char job, char triangle, int k, real *a, int aLead, real *values) {
  real work[200];
  const int room = 200;
  if (order == byColumns)
    return F(syev)(&job, &triangle, &k, a, &aLead, values, work, &room, &info), info;
  copied own = turned(k, k, a, aLead);
  F(syev)(&job, &triangle, &k, own.numbers, &high, values, work, &room, &info);
  return back(k, k, &own, a, aLead, info);
}
LIBRARY(LAPACKE_dsyev, spectrum)
LIBRARY(LAPACKE_dsyevd, spectrum)
LIBRARY(LAPACKE_dpotrf, cholesky)
LIBRARY(LAPACKE_dpotri, inversePositive)
LIBRARY(LAPACKE_dtrtri, inverseTriangle)
LIBRARY(LAPACKE_dpotrs, byCholesky)
LIBRARY(LAPACKE_dposv, positiveEquations)
LIBRARY(LAPACKE_dtrtrs, byTriangle)
LIBRARY(LAPACKE_dgetrf, lu)
LIBRARY(LAPACKE_dgetri, inverse)
LIBRARY(LAPACKE_dgetrs, byLu)
LIBRARY(LAPACKE_dgesv, equations)

int LAPACKE_dpotrf(int, char, int, double *, int), LAPACKE_dpotri(int, char, int, double *, int);
int LAPACKE_dtrtri(int, char, char, int, double *, int);
int LAPACKE_dpotrs(int, char, int, int, const double *, int, double *, int);
int LAPACKE_dposv(int, char, int, int, double *, int, double *, int);
int LAPACKE_dtrtrs(int, char, char, char, int, int, const double *, int, double *, int);
int LAPACKE_dgetrf(int, int, int, double *, int, int *), LAPACKE_dgetri(int, int, double *, int, const int *);
int LAPACKE_dgetrs(int, char, int, int, const double *, int, const int *, double *, int);
int LAPACKE_dsyev(int, char, char, int, double *, int, double *), LAPACKE_dsyevd(int, char, char, int, double *, int, double *);
int LAPACKE_dgesv(int, int, int, double *, int, int *, double *, int);

/// A leading dimension of 4 holds three rows or four columns.
static void symmetric(const real *x, real *y) {
  zeroResults(y);
  FOR(o, 2) FOR(t, 2) {
    real a[elements], b[n * lead];
    int order = o ? byColumns : byRows;
    char letter = t ? 'l' : 'U';
    positive(x, (t == 0) == (o == 1), a);
    FOR(i, n * lead) b[i] = x[i] * x[2];
    must(LAPACKE_dposv(order, letter, n, columns, a, lead, b, lead) == 0);
    put(y, b, n * lead, t);
    must(LAPACKE_dpotrs(order, letter, n, columns, a, lead, b, lead) == 0);
    must(LAPACKE_dtrtrs(order, t ? 'L' : 'U', 'T', 'N', n, columns, a, lead, b, lead) == 0);
    put(y, b, n * lead, o);
    must(LAPACKE_dpotri(order, letter, n, a, lead) == 0);
    put(y, a, elements, t);
    must(LAPACKE_dpotrf(order, letter, n, a, lead) == 0);
    must(LAPACKE_dtrtri(order, letter, 'N', n, a, lead) == 0);
    put(y, a, elements, o);
  }
}
CHECK_VECTOR(symmetric, elements, resultsOfEach, MATRIX);

static void of_any_matrix(const real *x, real *y) {
  zeroResults(y);
  FOR(o, 2) {
    real a[elements], b[n * lead], c[elements];
    int order = o ? byColumns : byRows, pivots[most];
    copy(x, elements, a), copy(x, elements, c);
    FOR(i, n * lead) b[i] = x[i] * x[2];
    must(LAPACKE_dgesv(order, n, columns, a, lead, pivots, b, lead) == 0);
    put(y, b, n * lead, o);
    must(LAPACKE_dgetrs(order, 'T', n, columns, a, lead, pivots, b, lead) == 0);
    put(y, b, n * lead, o + 1);
    must(LAPACKE_dgetri(order, n, a, lead, pivots) == 0);
    put(y, a, elements, o);
    must(LAPACKE_dgetrf(order, 3, 2 + 2 * (o == 0), c, lead, pivots) == 0);
    put(y, c, elements, o + 1);
  }
}
CHECK_VECTOR(of_any_matrix, elements, resultsOfEach, 0.4, -0.5, 2.0, 0.25, 1.25, -2.5, 0.3, 0.7, -0.9, 1.6, 0.8, -0.6);

static void spectra(const real *x, real *y) {
  zeroResults(y);
  FOR(o, 2) FOR(t, 2) FOR(isDivided, 2) {
    real a[elements], values[n];
    int order = o ? byColumns : byRows;
    positive(x, (t == 0) == (o == 1), a);
    int failed = isDivided ? LAPACKE_dsyevd(order, 'V', t ? 'l' : 'U', n, a, lead, values)
                           : LAPACKE_dsyev(order, 'V', t ? 'l' : 'U', n, a, lead, values);
    must(failed == 0);
    put(y, values, n, t);
    FOR(k, n) { // signs of vectors are the library's choice
      real squares[n];
      FOR(i, n) squares[i] = o ? a[k * lead + i] * a[k * lead] : a[i * lead + k] * a[k];
      put(y, squares, n, t + k);
    }
  }
}
CHECK_VECTOR(spectra, elements, resultsOfEach, MATRIX);
