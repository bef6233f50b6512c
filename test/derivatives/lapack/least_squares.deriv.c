// Least squares and shortest solutions, of matrices that are higher or wider and their transposes; a matrix or a right
// side that is constant; how much memory they ask for; a Hessian times a vector.
// only: -O2 asan
// bits: differ, sums within products are taken in any order
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "lapack.h"

enum { most = 4, stored = 5, many = most * stored, space = 200 };
static const int high = stored, room = space;
#define NUMBERS                                                                                    \
  0.4, -0.5, 2.0, 0.25, 9, 1.25, -2.5, 0.3, 0.7, 9, -0.9, 1.6, 0.8, -0.6, 9, 0.35, 1.1, -0.7, 1.4, 9

static void solutions(const real *x, real *y) {
  static const int rows[] = {4, 3, 3, 1, 0, 4}, all[] = {3, 4, 3, 1, 2, 1};
  zeroResults(y);
  FOR(t, 2) FOR(shape, 6) {
    real a[many], b[2 * stored], work[space];
    int info = 7;
    copy(x, many, a);
    FOR(i, 2 * stored) b[i] = x[many - 1 - i] * x[2] + x[i];
    F(gels)(t ? "t" : "N", &rows[shape], &all[shape], &sides, a, &high, b, &high, work, &room,
            &info);
    must(info == 0 && (shape != 4 || b[1] == 0));
    put(y, b, 2 * stored, shape);
    put(y, a, many, t);
    FOR(i, many) a[i] = 77;
  }
}
CHECK_VECTOR(solutions, many, resultsOfEach, NUMBERS);

static const real fixed[many] = {NUMBERS};
static void one_is_constant(const real *x, real *y) {
  real a[many], b[stored], c[stored] = {1, 2, 3, 4}, best = 0;
  int info = 7, three = 3, four = most, one = 1, ask = -1;
  zeroResults(y);
  copy(fixed, many, a), copy(x, stored, b);
  F(gels)("N", &four, &three, &one, a, &high, b, &high, &best, &ask, &info);
  int given = (int)best;
  must(info == 0 && given >= 6);
  real *work = (real *)calloc((size_t)given, sizeof(real));
  F(gels)("N", &four, &three, &one, a, &high, b, &high, work, &given, &info);
  put(y, b, most, 0);
  copy(x, many, a);
  F(gels)("N", &four, &three, &one, a, &high, c, &high, work, &given, &info);
  put(y, c, most, 1);
  free(work);
}
CHECK_VECTOR(one_is_constant, many, resultsOfEach, NUMBERS);

static real value(const real *x) {
  real a[many], b[stored], work[space];
  int info, three = 3, four = most, one = 1;
  copy(x, many, a), copy(x + 2, stored, b);
  F(gels)("N", &four, &three, &one, a, &high, b, &high, work, &room, &info);
  return b[0] * b[1] + b[2] * a[0] + b[3] * a[2];
}
static void gradient(const real *x, real *g) {
  FOR(i, many) g[i] = 0;
  __enzyme_autodiff_checkv((void *)value, enzyme_dup, x, g);
}
CHECK_VECTOR(gradient, many, many, NUMBERS);

real __enzyme_fwddiff_slope(void *, ...);
static void slope(const real *x, real *s) {
  real direction[many];
  FOR(i, many) direction[i] = x[i] * (real)(i + 1);
  s[0] = __enzyme_fwddiff_slope((void *)value, enzyme_dup, x, direction);
}
CHECK_VECTOR(slope, many, 1, NUMBERS);
