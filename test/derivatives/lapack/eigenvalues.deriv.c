// Eigenvalues and eigenvectors of symmetric matrices: both triangles, values alone, questions for memory, vectors that are
// overwritten behind, sizes of zero and one; equal values where nothing depends on the choice among their vectors.
// only: -O2 asan
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "lapack.h"

enum { enough = 1000 };
static const int room = enough;

/// Vectors have a sign that is the library's choice: products of two elements do not depend on it.
static void putVectors(const real *a, real *y, int which) {
  FOR(j, n) {
    real products[n];
    FOR(i, n) products[i] = a[j * lead + i] * a[j * lead + (i + 1) % n];
    put(y, products, n, which + j);
  }
}
static void decompose(char job, const char *triangle, int isDivided, real *a, real *values) {
  real work[enough];
  int integers[enough], info = 7, question = -1;
  if (isDivided) {
    F(syevd)(&job, triangle, &size, a, &ld, values, work, &question, integers, &question, &info);
    must(info == 0 && work[0] >= 1 && work[0] <= enough && integers[0] >= 1);
    F(syevd)(&job, triangle, &size, a, &ld, values, work, &room, integers, &room, &info);
  } else {
    F(syev)(&job, triangle, &size, a, &ld, values, work, &question, &info);
    must(info == 0 && work[0] >= 1);
    F(syev)(&job, triangle, &size, a, &ld, values, work, &room, &info);
  }
  must(info == 0);
}
static void symmetric(const real *x, int isUpper, real *a) {
  FOR(j, n) FOR(i, lead) a[j * lead + i] = (i <= j) == isUpper || i == j ? x[j * lead + i] : 77;
}

static void spectra(const real *x, real *y) {
  zeroResults(y);
  FOR(t, 2) FOR(isDivided, 2) {
    real a[elements], values[n];
    symmetric(x, t == 0, a);
    decompose('V', triangles[t], isDivided, a, values);
    put(y, values, n, t);
    putVectors(a, y, t + isDivided);
    a[0] = x[0], values[1] *= values[0]; // overwritten before the reverse sweep
    put(y, values, n, t + 1);
    y[0] += a[0];
    symmetric(x, t == 0, a);
    decompose('n', triangles[t], isDivided, a, values);
    must(a[t ? lead : 1] == 77);
    put(y, values, n, t + 2);
  }
}
CHECK_VECTOR(spectra, elements, resultsOfEach, MATRIX);

static void kept(const real *x, real *y) {
  real a[elements], values[n];
  zeroResults(y);
  symmetric(x, 1, a);
  decompose('V', "U", 0, a, values);
  putVectors(a, y, 0);
  put(y, values, n, 1);
}
CHECK_VECTOR(kept, elements, resultsOfEach, MATRIX);

static void small(const real *x, real *y) {
  real a[1] = {x[0] * x[1]}, value[1] = {5}, work[enough];
  int info = 7, one = 1;
  zeroResults(y);
  F(syev)("V", "L", &none, a, &one, value, work, &room, &info);
  must(info == 0 && value[0] == 5);
  F(syev)("V", "L", &one, a, &one, value, work, &room, &info);
  must(info == 0);
  y[0] = value[0] * value[0];
}
CHECK_VECTOR(small, 2, resultsOfEach, 1.5, -0.5);

/// Of two equal values the sum, and what both vectors span: they have derivatives, and a direction in which the values part.
static void equal(const real *x, real *y) {
  real a[elements] = {0}, values[n], span[n * n];
  zeroResults(y);
  FOR(j, n) FOR(i, n) a[j * lead + i] = (i == j ? (i == 2 ? 5 : 2) : 0) + x[i] * x[j] - (real)0.25;
  decompose('V', "L", 0, a, values);
  FOR(j, n) FOR(i, n) span[j * n + i] = a[i] * a[j] + a[lead + i] * a[lead + j];
  put(y, span, n * n, 0);
  y[1] += values[0] + values[1];
  y[2] += values[2] * values[2];
}
CHECK_VECTOR(equal, n, resultsOfEach, 0.5, 0.5, 0.5);

#ifndef CHECK_PRIMAL_ONLY
/// Where it failed there is no derivative.
static real spoilt(const real *x) {
  real a[elements], values[n], work[enough];
  int info;
  symmetric(x, 1, a);
  F(syev)("V", "U", &size, a, &ld, values, work, &room, &info);
  return info == 0 ? values[0] : 1;
}
CHECK_VALUES(notANumber) {
  real x[elements] = {MATRIX}, dx[elements] = {0};
  x[lead] = (real)__builtin_nan("");
  __enzyme_autodiff_checkv((void *)spoilt, enzyme_dup, x, dx);
}
#endif
