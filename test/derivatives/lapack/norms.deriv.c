// Norms of matrices; estimates of the condition, of which a derivative is not a number, and which do no harm
// where a program only compares them.
// only: -O2 asan
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "lapack.h"

static void norms(const real *x, real *y) {
  static const char *const kinds[] = {"M", "1", "o", "I", "F", "e"};
  real work[lead], stripes[elements];
  zeroResults(y);
  FOR(i, elements) stripes[i] = i % lead == n ? x[i - 1] * x[i] : x[i];
  FOR(k, 6) {
    real found[4] = {F(lange)(kinds[k], &size, &size, x, &ld, work), F(lansy)(kinds[k], "U", &size, x, &ld, work),
                     F(lansy)(kinds[k], "l", &size, x, &ld, work), F(lange)(kinds[k], &none, &size, x, &ld, work)};
    int one = 1, two = 2;
    put(y, found, 4, k);
    y[k % 4] += F(langb)(kinds[k], &size, &one, &two, stripes, &ld, work);
  }
}
CHECK_VECTOR(norms, elements, resultsOfEach, MATRIX);

/// As programs solve that look at the condition first.
static void careful(const real *x, real *y) {
  real a[elements], b[columns * lead], work[4 * n], condition = 7, norm;
  int pivots[n], integers[n], info;
  zeroResults(y);
  copy(x, elements, a);
  copy(x + elements, columns * lead, b);
  norm = F(lange)("1", &size, &size, a, &ld, work);
  F(getrf)(&size, &size, a, &ld, pivots, &info);
  F(gecon)("1", &size, a, &ld, &norm, &condition, work, integers, &info);
  must(info == 0 && condition > (real)1e-4 && condition < 1);
  if (condition > (real)1e-6)
    F(getrs)("N", &size, &sides, a, &ld, pivots, b, &ld, &info);
  put(y, b, columns * lead, 0);
  positive(x, 1, a);
  norm = F(lansy)("1", "U", &size, a, &ld, work);
  F(potrf)("U", &size, a, &ld, &info);
  F(pocon)("U", &size, a, &ld, &norm, &condition, work, integers, &info);
  must(info == 0 && condition > (real)1e-4 && condition <= 1);
  F(trcon)("I", "U", "N", &size, a, &ld, &condition, work, integers, &info);
  must(info == 0 && condition > (real)1e-4 && condition <= 1);
  F(potrs)("U", &size, &sides, a, &ld, b, &ld, &info);
  put(y, b, columns * lead, 1);
}
CHECK_VECTOR(careful, numbers, resultsOfEach, MATRIX, SIDES);

#ifndef CHECK_PRIMAL_ONLY
static real condition(const real *x) {
  real work[4 * n], found = 7, norm = 3;
  int integers[n], info;
  F(gecon)("1", &size, x, &ld, &norm, &found, work, integers, &info);
  return found;
}
real __enzyme_fwddiff_condition(void *, ...);
CHECK_VALUES(not_a_number) {
  real x[elements] = {MATRIX}, dx[elements] = {0}, other[elements] = {0, 1};
  __enzyme_autodiff_checkv((void *)condition, enzyme_dup, x, dx);
  EXPECT_TRUE(dx[0] != dx[0]);
  real found = __enzyme_fwddiff_condition((void *)condition, enzyme_dup, x, other);
  EXPECT_TRUE(found != found);
}
#endif
