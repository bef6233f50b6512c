// Singular values and vectors: tall and wide, thin and whole, in place of the matrix, the values alone, by both routines;
// least squares of any rank.
// only: -O2 asan
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "lapack.h"

enum { enough = 20000, longer = 5 };
static const int room = enough;

/// Vectors have a sign that is the library's choice; that of left and right ones is the same.
static void putVectors(const real *u, int uLead, int m, const real *vt, int vLead, int n_, int k, real *y, int which) {
  FOR(j, k) {
    real products[longer * longer];
    FOR(i, m) FOR(l, n_) products[i * n_ + l] = u[j * uLead + i] * vt[l * vLead + j];
    put(y, products, m * n_, which + j);
  }
}
static void decompose(const char *jobs, int m, int n_, real *a, int aLead, real *s, real *u, int uLead, real *vt,
                      int vLead) {
  static _Thread_local real work[enough];
  int integers[8 * longer], info = 7, question = -1;
  if (jobs[1]) {
    F(gesvd)(jobs, jobs + 1, &m, &n_, a, &aLead, s, u, &uLead, vt, &vLead, work, &question, &info);
    must(info == 0 && work[0] >= 1 && work[0] <= enough);
    F(gesvd)(jobs, jobs + 1, &m, &n_, a, &aLead, s, u, &uLead, vt, &vLead, work, &room, &info);
  } else {
    F(gesdd)(jobs, &m, &n_, a, &aLead, s, u, &uLead, vt, &vLead, work, &question, integers, &info);
    must(info == 0 && work[0] >= 1 && work[0] <= enough);
    F(gesdd)(jobs, &m, &n_, a, &aLead, s, u, &uLead, vt, &vLead, work, &room, integers, &info);
  }
  must(info == 0);
}
/// A matrix of `longer` rows, or of `longer` columns, with room between its columns.
static int matrix(const real *x, int isTall, real *a, int *m, int *n_) {
  *m = isTall ? longer : n, *n_ = isTall ? n : longer;
  FOR(j, *n_) FOR(i, *m + 1) a[j * (*m + 1) + i] = i == *m ? 77 : isTall ? x[j * longer + i] : x[i * longer + j];
  return *m + 1;
}

static void thin(const real *x, real *y) {
  static const char *const jobs[] = {"SS", "S", "ss"};
  zeroResults(y);
  FOR(isTall, 2) FOR(which, 3) {
    real a[longer * (longer + 1)], s[n], u[longer * longer], vt[longer * longer];
    int m, n_, aLead = matrix(x, isTall, a, &m, &n_);
    decompose(jobs[which], m, n_, a, aLead, s, u, longer, vt, n + 1);
    put(y, s, n, which);
    putVectors(u, longer, m, vt, n + 1, n_, n, y, isTall);
    u[0] = 1, vt[1] *= 3, s[0] = s[1] * s[2]; // overwritten before the reverse sweep
    put(y, s, n, which + 1);
  }
}
CHECK_VECTOR(thin, longer *n, resultsOfEach, 0.4, -0.5, 2.0, 0.9, -1.3, 1.25, -2.5, 0.3, 0.6, 0.2, -0.9, 1.6, 0.8, -0.7,
             1.1);

static void values(const real *x, real *y) {
  static const char *const jobs[] = {"NN", "N", "nn"};
  zeroResults(y);
  FOR(isTall, 2) FOR(which, 3) {
    real a[longer * (longer + 1)], s[n], unused[1];
    int m, n_, aLead = matrix(x, isTall, a, &m, &n_);
    decompose(jobs[which], m, n_, a, aLead, s, unused, 1, unused, 1);
    put(y, s, n, which + isTall);
  }
}
CHECK_VECTOR(values, longer *n, resultsOfEach, 0.4, -0.5, 2.0, 0.9, -1.3, 1.25, -2.5, 0.3, 0.6, 0.2, -0.9, 1.6, 0.8,
             -0.7, 1.1);

/// All of the vectors: those beyond the values only by what they span. And in place of the matrix.
static void whole(const real *x, real *y) {
  zeroResults(y);
  FOR(isTall, 2) FOR(which, 5) {
    real a[longer * (longer + 1)], s[n], u[longer * longer], vt[longer * longer], span[longer * longer];
    static const char *const jobs[] = {"AA", "A", "OS", "SO", "O"};
    int m, n_, aLead = matrix(x, isTall, a, &m, &n_);
    decompose(jobs[which], m, n_, a, aLead, s, u, longer, vt, longer);
    int isLeftInA = which == 2 || (which == 4 && isTall), isRightInA = which == 3 || (which == 4 && !isTall);
    putVectors(isLeftInA ? a : u, isLeftInA ? aLead : longer, m, isRightInA ? a : vt, isRightInA ? aLead : longer, n_, n,
               y, which);
    FOR(j, longer) FOR(i, longer) {
      real sum = 0;
      for (int l = n; l < longer; l++)
        sum += isTall ? u[l * longer + i] * u[l * longer + j] : vt[i * longer + l] * vt[j * longer + l];
      span[j * longer + i] = sum;
    }
    if (which < 2)
      put(y, span, longer * longer, which);
  }
}
CHECK_VECTOR(whole, longer *n, resultsOfEach, 0.4, -0.5, 2.0, 0.9, -1.3, 1.25, -2.5, 0.3, 0.6, 0.2, -0.9, 1.6, 0.8,
             -0.7, 1.1);

/// One value is zero, two are equal: their sum of squares, and the rotation that the matrix is apart from stretching.
static void special(const real *x, real *y) {
  real a[n * n], b[n * n], s[n], u[n * n], vt[n * n], again[n * n] = {0};
  zeroResults(y);
  FOR(j, n) FOR(i, n) a[j * n + i] = b[j * n + i] = (i == j && i < 2 ? 2 : 0) + (i < 2 && j < 2 ? x[i] * (j ? 1 : x[j]) - x[2] * (j ? 1 : x[2]) : 0);
  decompose("SS", n, n, a, n, s, u, n, vt, n);
  FOR(l, 2) FOR(j, n) FOR(i, n) again[j * n + i] += u[l * n + i] * vt[j * n + l];
  put(y, again, n * n, 0);
  y[1] += s[0] * s[0] + s[1] * s[1];
}
CHECK_VECTOR(special, n, resultsOfEach, 0.5, 0.5, 0.5);

static void leastSquares(const real *x, real *y) {
  zeroResults(y);
  FOR(isTall, 2) FOR(isShort, 2) {
    static _Thread_local real work[enough];
    real a[longer * (longer + 1)], b[2 * (longer + 1)], s[n], bound = -1;
    int m, n_, aLead = matrix(x, isTall, a, &m, &n_), integers[1000], rank = 7, info = 7, bLead = longer + 1, question = -1;
    if (isShort) // the third column, or row, is the sum of the others
      FOR(i, longer) {
        int first = isTall ? i : i * aLead, step = isTall ? aLead : 1;
        a[first + 2 * step] = a[first] + a[first + step];
      }
    FOR(c, 2) FOR(i, bLead) b[c * bLead + i] = x[(i * 3 + c) % (longer * n)] * x[c];
    if (isShort)
      bound = (real)0.01;
    F(gelsd)(&m, &n_, &sides, a, &aLead, b, &bLead, s, &bound, &rank, work, &question, integers, &info);
    must(info == 0 && work[0] >= 1 && work[0] <= enough);
    F(gelsd)(&m, &n_, &sides, a, &aLead, b, &bLead, s, &bound, &rank, work, &room, integers, &info);
    must(info == 0 && rank == n - isShort);
    FOR(c, 2) {
      put(y, b + c * bLead, n_, c + isTall);
      real rest = 0;
      for (int i = n_; i < m && !isShort; i++) // of full rank alone
        rest += b[c * bLead + i] * b[c * bLead + i];
      y[2] += rest / 2;
    }
    put(y, s, n - isShort, 1);
  }
}
CHECK_VECTOR(leastSquares, longer *n, resultsOfEach, 0.4, -0.5, 2.0, 0.9, -1.3, 1.25, -2.5, 0.3, 0.6, 0.2, -0.9, 1.6,
             0.8, -0.7, 1.1);
