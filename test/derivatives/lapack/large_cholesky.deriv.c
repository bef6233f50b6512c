// Cholesky factors and solutions of matrices that derivatives take block by block: both triangles, real
// and Hermitian, a room of columns that is no multiple of the blocks; first and second order.
// only: -O2 asan
// bits: differ, sums within products are taken in any order
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#define CHECK_ROUNDED
#define CHECK_EXACTNESS 1e-12
#define CHECK_NO_LANES "the order of the library's sums depends on where numbers lie"
#include "check.h"
#include <string.h>

void dpotrf_(const char *, const int *, double *, const int *, int *);
void dposv_(const char *, const int *, const int *, double *, const int *, double *, const int *, int *);
void zpotrf_(const char *, const int *, double *, const int *, int *);
void zposv_(const char *, const int *, const int *, double *, const int *, double *, const int *, int *);

enum { n = 37, lead = 40, inputs = 4 };
static const int size = n, ld = lead, sides = 2;
#define FOR(I, END) for (int I = 0; I < END; I++)

/// One triangle; the other one is not read.
static void positive(int isUpper, const real *x, real *a) {
  FOR(j, n) FOR(i, n) {
    int row = isUpper ? j : i, column = isUpper ? i : j;
    a[j * lead + i] = row < column ? NAN : (row == column ? 9 + row : 0) + sin(x[(row + column) % inputs] * (1 + row % 7) + column);
  }
}

static real weighed(int isUpper, const real *a) {
  real sum = 0;
  FOR(j, n) FOR(i, n) if (isUpper ? i <= j : i >= j) sum += a[j * lead + i] * cos(i + 0.7 * j);
  return sum;
}

static real factors(const real *x) {
  real sum = 0;
  FOR(isUpper, 2) {
    real a[n * lead];
    int info;
    positive(isUpper, x, a);
    dpotrf_(isUpper ? "U" : "L", &size, a, &ld, &info);
    sum += (1 + isUpper) * weighed(isUpper, a) + info;
    a[lead + 1] = x[0]; // overwritten before the reverse sweep
    sum += a[lead + 1] * a[0];
  }
  return sum;
}
CHECK_FUNCTION(factors, inputs, 0.7, -0.4, 0.9, 0.35);

static real solutions(const real *x) {
  real sum = 0;
  FOR(isUpper, 2) {
    real a[n * lead], b[sides * lead];
    int info;
    positive(isUpper, x, a);
    FOR(j, sides) FOR(i, n) b[j * lead + i] = cos(x[i % inputs] * (1 + i)) + j;
    dposv_(isUpper ? "U" : "L", &size, &sides, a, &ld, b, &ld, &info);
    FOR(j, sides) FOR(i, n) sum += b[j * lead + i] * (1 + 0.3 * i - 0.2 * j) + info;
  }
  return sum;
}
CHECK_FUNCTION(solutions, inputs, 0.7, -0.4, 0.9, 0.35);

static void hermitian(int isUpper, const real *x, real *a) {
  real parts[n * lead];
  positive(isUpper, x, parts);
  FOR(j, n) FOR(i, n) {
    a[2 * (j * lead + i)] = parts[j * lead + i];
    a[2 * (j * lead + i) + 1] = i == j ? 0 : (isUpper ? i < j : i > j) ? parts[j * lead + i] * x[i % inputs] : NAN;
  }
}

static real complex_factors(const real *x) {
  real sum = 0;
  FOR(isUpper, 2) {
    real a[2 * n * lead], parts[n * lead], b[2 * lead];
    const int one = 1;
    int info;
    hermitian(isUpper, x, a);
    zpotrf_(isUpper ? "U" : "L", &size, a, &ld, &info);
    FOR(part, 2) {
      FOR(i, n * lead) parts[i] = a[2 * i + part];
      sum += (1 + 2 * part) * weighed(isUpper, parts) + info;
    }
    hermitian(isUpper, x, a);
    FOR(i, 2 * n) b[i] = cos(x[i % inputs] * (1 + i));
    zposv_(isUpper ? "U" : "L", &size, &one, a, &ld, b, &ld, &info);
    FOR(i, 2 * n) sum += b[i] * (1 + 0.3 * i) + info;
  }
  return sum;
}
CHECK_FUNCTION(complex_factors, inputs, 0.7, -0.4, 0.9, 0.35);

static real all(const real *x) { return factors(x) * solutions(x) + complex_factors(x); }
static void gradient(const real *x, real *g) {
  FOR(i, inputs) g[i] = 0;
  __enzyme_autodiff_checkv((void *)all, enzyme_dup, x, g);
}
CHECK_VECTOR(gradient, inputs, inputs, 0.7, -0.4, 0.9, 0.35);

real __enzyme_fwddiff_slope(void *, ...);
static void slope(const real *x, real *s) {
  real direction[inputs];
  FOR(i, inputs) direction[i] = x[i] * (i + 1);
  s[0] = __enzyme_fwddiff_slope((void *)all, enzyme_dup, x, direction);
}
CHECK_VECTOR(slope, inputs, 1, 0.7, -0.4, 0.9, 0.35);
