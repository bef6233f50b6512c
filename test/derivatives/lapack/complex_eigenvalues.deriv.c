// Eigenvalues and vectors of Hermitian matrices: both triangles, values alone, questions for memory, vectors that are
// overwritten behind. The phase of a vector, too: LAPACK keeps a number of each real.
// only: -O2 asan
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "complex.h"

static void decompose(char job, const char *triangle, int isDivided, real *a, real *values) {
  real work[enough], realWork[enough];
  int integers[enough], info = 7;
  if (isDivided) {
    Z(heevd)(&job, triangle, &size, a, &ld, values, work, &question, realWork, &question, integers, &question, &info);
    must(info == 0 && work[0] >= 1 && realWork[0] >= 1 && integers[0] >= 1);
    Z(heevd)(&job, triangle, &size, a, &ld, values, work, &room, realWork, &room, integers, &room, &info);
  } else {
    Z(heev)(&job, triangle, &size, a, &ld, values, work, &question, realWork, &info);
    must(info == 0 && work[0] >= 1);
    Z(heev)(&job, triangle, &size, a, &ld, values, work, &room, realWork, &info);
  }
  must(info == 0);
}

/// A vector's sign is the library's choice: products of two numbers do not depend on it.
static void putVectors(const real *a, real *y, int which) {
  FOR(j, n) {
    real products[4 * n];
    FOR(i, n) FOR(p, 4) {
      const real *one = a + 2 * (j * lead + i), *other = a + 2 * (j * lead + (i + 1) % n);
      products[4 * i + p] = one[p / 2] * other[p % 2];
    }
    put(y, products, 4 * n, which + j);
  }
}

static void spectra(const real *x, real *y) {
  zeroResults(y);
  FOR(t, 2) FOR(isDivided, 2) {
    real a[pairs], values[n];
    hermitian(x, t == 0, a);
    decompose('V', triangles[t], isDivided, a, values);
    put(y, values, n, t);
    putVectors(a, y, t + isDivided);
    a[0] = x[0], values[1] *= values[0]; // overwritten before the reverse sweep
    put(y, values, n, t + 1);
    y[0] += a[0];
    hermitian(x, t == 0, a);
    decompose('n', triangles[t], isDivided, a, values);
    must(a[2 * (t ? lead : 1)] == 77);
    put(y, values, n, t + 2);
  }
}
CHECK_VECTOR(spectra, pairs, resultsOfEach, PAIRS);

static void kept(const real *x, real *y) {
  real a[pairs], values[n];
  zeroResults(y);
  hermitian(x, 1, a);
  decompose('V', "U", 0, a, values);
  putVectors(a, y, 0);
  put(y, values, n, 1);
}
CHECK_VECTOR(kept, pairs, resultsOfEach, PAIRS);

static void small(const real *x, real *y) {
  real a[2] = {x[0] * x[1], x[1]}, value[1] = {5}, work[enough], realWork[enough];
  int info = 7, one = 1;
  zeroResults(y);
  Z(heev)("V", "L", &none, a, &one, value, work, &room, realWork, &info);
  must(info == 0 && value[0] == 5);
  Z(heev)("V", "L", &one, a, &one, value, work, &room, realWork, &info);
  must(info == 0);
  y[0] = value[0] * value[0];
  y[1] = a[0];
}
CHECK_VECTOR(small, 2, resultsOfEach, 1.5, -0.5);
