// LU factors with rows that change places, of matrices of any shape, and what is solved with them,
// as they are and transposed; a matrix or a right side that is constant; pivots used again.
// only: -O2 asan
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "lapack.h"

static void factors(const real *x, real *y) {
  static const int rows[] = {3, 3, 2, 4, 0}, all[] = {3, 2, 3, 3, 3};
  zeroResults(y);
  FOR(shape, 5) {
    real a[elements];
    int pivots[n], info = 7;
    copy(x, elements, a);
    F(getrf)(&rows[shape], &all[shape], a, &ld, pivots, &info);
    must(info == 0 && (shape > 1 || pivots[0] == 3));
    put(y, a, elements, shape);
    if (shape == 1)
      FOR(i, n) pivots[i] = i, a[i] *= x[i]; // before the reverse sweep
    put(y, a, elements, shape);
  }
}
CHECK_VECTOR(factors, elements, resultsOfEach, 0.4, -0.5, 2.0, 0.25, 1.25, -2.5, 0.3, 0.7, -0.9, 1.6, 0.8, -0.6);

static void solutions(const real *x, real *y) {
  real a[elements], b[columns * lead], c[columns * lead];
  int pivots[n], info = 7;
  copy(x, elements, a), copy(x + elements, columns * lead, b), copy(b, columns * lead, c);
  zeroResults(y);
  F(gesv)(&size, &sides, a, &ld, pivots, b, &ld, &info);
  must(info == 0 && pivots[0] == 3);
  put(y, b, columns * lead, 0);
  static const flag flags[] = {"N", "t", "C"};
  FOR(t, 3) {
    F(getrs)(flags[t], &size, &sides, a, &ld, pivots, c, &ld, &info);
    put(y, c, columns * lead, t);
    F(getrs)(flags[t], &none, &sides, a, &ld, pivots, c, &ld, &info);
    must(info == 0);
  }
  F(gesv)(&none, &sides, a, &ld, pivots, b, &ld, &info);
  must(info == 0);
  FOR(i, n) pivots[i] = 77;
}
CHECK_VECTOR(solutions, numbers, resultsOfEach, MATRIX, SIDES);

static const real fixed[elements] = {0.4, -0.5, 2, 9, 1.25, -2.5, 0.3, 9, -0.9, 1.6, 0.8, 9};
static void one_is_constant(const real *x, real *y) {
  real a[elements], b[lead], c[lead] = {1, 2, 3};
  int pivots[n], info;
  const int one = 1;
  zeroResults(y);
  copy(fixed, elements, a), copy(x, lead, b);
  F(gesv)(&size, &one, a, &ld, pivots, b, &ld, &info);
  put(y, b, n, 0);
  copy(x, elements, a);
  F(gesv)(&size, &one, a, &ld, pivots, c, &ld, &info);
  put(y, c, n, 1);
}
CHECK_VECTOR(one_is_constant, elements, resultsOfEach, MATRIX);

#ifndef CHECK_PRIMAL_ONLY
real __enzyme_fwddiff_factor(void *, ...);
static real last(const real *x, int isUsed) {
  real a[4];
  int pivots[2], info;
  const int two = 2;
  copy(x, 4, a);
  F(getrf)(&two, &two, a, &two, pivots, &info);
  return info == 0 || isUsed ? a[3] : x[0];
}
CHECK_VALUES(of_a_singular_matrix_there_is_no_derivative) {
  real x[4] = {1, 2, 2, 4}, dx[4] = {0}, v[4] = {1, 0, 0, 0};
  __enzyme_autodiff_checkv((void *)last, enzyme_dup, x, dx, enzyme_const, 0);
  EXPECT_CLOSE(dx[0], 1, 0);
  EXPECT_CLOSE(dx[3], 0, 0);
  EXPECT_CLOSE(__enzyme_fwddiff_factor((void *)last, enzyme_dup, x, v, enzyme_const, 0), 1, 0);
  __enzyme_autodiff_checkv((void *)last, enzyme_dup, x, dx, enzyme_const, 1);
  must(isnan(dx[0]) && isnan(__enzyme_fwddiff_factor((void *)last, enzyme_dup, x, v, enzyme_const, 1)));
}
#endif
