// QR and LQ factors of matrices of any shape, with reflections and tau themselves as results; Q made, and applied from
// either side, by all of the reflections or the first ones; how much memory they ask for.
// only: -O2 asan
// oracle: off, it sees no code of LAPACK
// link: -lopenblas
#include "lapack.h"

enum { most = 4, stored = 5, many = most * stored, space = 200 };
static const int high = stored, room = space;
#define NUMBERS                                                                                    \
  0.4, -0.5, 2.0, 0.25, 9, 1.25, -2.5, 0.3, 0.7, 9, -0.9, 1.6, 0.8, -0.6, 9, 0.35, 1.1, -0.7, 1.4, 9
static const int rows[] = {4, 3, 4, 1, 4, 0, 2, 1}, all[] = {3, 4, 4, 4, 1, 3, 0, 1};

#define EITHER(LQ, QR, ...)                                                                        \
  if (isLq)                                                                                        \
    F(LQ)(__VA_ARGS__);                                                                            \
  else                                                                                             \
    F(QR)(__VA_ARGS__)

static void factors(const real *x, real *y) {
  zeroResults(y);
  FOR(isLq, 2) FOR(shape, 8) {
    real a[many], tau[most], work[space];
    int info = 7, least = rows[shape] < all[shape] ? rows[shape] : all[shape];
    copy(x, many, a);
    EITHER(gelqf, geqrf, &rows[shape], &all[shape], a, &high, tau, work, &room, &info);
    must(info == 0 && (shape != 2 || (tau[2] != 0 && tau[3] == 0)));
    put(y, a, many, shape);
    put(y, tau, least, shape + 1);
    if (shape == 1)
      FOR(i, most) a[i] *= x[i], tau[i % 3] *= 2; // before the reverse sweep
    put(y, a, many, isLq);
  }
}
CHECK_VECTOR(factors, many, resultsOfEach, NUMBERS);

static void q(const real *x, real *y) {
  zeroResults(y);
  FOR(isLq, 2) FOR(columns_, 3) {
    real a[many], tau[most], work[space];
    int info = 7, three = 3, count = 2 + columns_,
        first = columns_ == 1 ? 2
                : count < 3   ? count
                              : 3,
        four = most;
    copy(x, many, a);
    if (isLq) {
      F(gelqf)(&three, &four, a, &high, tau, work, &room, &info);
      F(orglq)(&count, &four, &first, a, &high, tau, work, &room, &info);
    } else {
      F(geqrf)(&four, &three, a, &high, tau, work, &room, &info);
      F(orgqr)(&four, &count, &first, a, &high, tau, work, &room, &info);
    }
    must(info == 0);
    put(y, a, many, columns_);
    F(orgqr)(&four, &none, &none, a, &high, tau, work, &room, &info);
    must(info == 0);
  }
}
CHECK_VECTOR(q, many, resultsOfEach, NUMBERS);

static void applied(const real *x, real *y) {
  static const flag sides_[] = {"L", "r"}, flags[] = {"n", "T"};
  real a[many], b[many], tau[most], tauOfLq[most], work[space];
  int info = 7, three = 3, four = most, two = 2;
  zeroResults(y);
  copy(x, many, a), copy(x, many, b);
  F(geqrf)(&four, &three, a, &high, tau, work, &room, &info);
  F(gelqf)(&three, &four, b, &high, tauOfLq, work, &room, &info);
  FOR(s, 2) FOR(t, 2) FOR(isLq, 2) {
    real c[many], best;
    int ask = -1, m = s ? 2 : 4, k = s ? 4 : 2;
    FOR(i, many) c[i] = x[many - 1 - i] + x[i] * x[2];
    EITHER(ormlq, ormqr, sides_[s], flags[t], &m, &k, s == t ? &three : &two, isLq ? b : a, &high,
           isLq ? tauOfLq : tau, c, &high, &best, &ask, &info);
    int given = (int)best;
    must(info == 0 && given >= 2);
    real *own = (real *)malloc((size_t)given * sizeof(real));
    EITHER(ormlq, ormqr, sides_[s], flags[t], &m, &k, s == t ? &three : &two, isLq ? b : a, &high,
           isLq ? tauOfLq : tau, c, &high, own, &given, &info);
    free(own);
    must(info == 0);
    put(y, c, many, s + t);
    F(ormqr)(sides_[s], flags[t], &none, &none, &none, a, &high, tau, c, &high, work, &room, &info);
  }
  FOR(i, many) a[i] = b[i] = 77;
  FOR(i, most) tau[i] = 0;
}
CHECK_VECTOR(applied, many, resultsOfEach, NUMBERS);

static const real fixed[many] = {NUMBERS};
static void one_is_constant(const real *x, real *y) {
  real a[many], c[stored], tau[most], work[space];
  int info = 7, three = 3, four = most, one = 1;
  zeroResults(y);
  copy(fixed, many, a), copy(x, stored, c);
  F(geqrf)(&four, &three, a, &high, tau, work, &room, &info);
  F(ormqr)("L", "T", &four, &one, &three, a, &high, tau, c, &high, work, &room, &info);
  put(y, c, most, 0);
  copy(x, many, a), copy(fixed, stored, c);
  F(geqrf)(&four, &three, a, &high, tau, work, &room, &info);
  F(ormqr)("L", "T", &four, &one, &three, a, &high, tau, c, &high, work, &room, &info);
  put(y, c, most, 1);
}
CHECK_VECTOR(one_is_constant, many, resultsOfEach, NUMBERS);

#ifndef CHECK_PRIMAL_ONLY
real __enzyme_fwddiff_first(void *, ...);
static real first(const real *x, int isOfQ) {
  real a[4], tau[2], work[space], c[2] = {2, 3};
  int info, two = 2, one = 1;
  copy(x, 4, a);
  F(geqrf)(&two, &two, a, &two, tau, work, &room, &info);
  if (!isOfQ)
    return a[0];
  F(ormqr)("L", "T", &two, &one, &two, a, &two, tau, c, &two, work, &room, &info);
  return c[0];
}
CHECK_VALUES(of_zeros_below_the_diagonal_there_is_no_derivative) {
  real x[4] = {3, 0, 2, 4}, dx[4] = {0}, v[4] = {1, 0, 1, 1}, w[4] = {0, 1, 0, 0};
  __enzyme_autodiff_checkv((void *)first, enzyme_dup, x, dx, enzyme_const, 0);
  EXPECT_CLOSE(dx[0], 1, 0);
  EXPECT_CLOSE(dx[1], 0, 0);
  EXPECT_CLOSE(__enzyme_fwddiff_first((void *)first, enzyme_dup, x, v, enzyme_const, 1), 0, 0);
  __enzyme_autodiff_checkv((void *)first, enzyme_dup, x, dx, enzyme_const, 1);
  must(isnan(dx[1]) && !isnan(dx[0]) && !isnan(dx[2]) && !isnan(dx[3]));
  must(isnan(__enzyme_fwddiff_first((void *)first, enzyme_dup, x, w, enzyme_const, 1)));
}

static real sumOfR(const real *x) {
  real a[9], tau[3], work[space], sum = 0;
  int info, three = 3;
  copy(x, 9, a);
  F(geqrf)(&three, &three, a, &three, tau, work, &room, &info);
  FOR(j, 3) FOR(i, j + 1) sum += a[j * 3 + i];
  return sum;
}
CHECK_VALUES(of_an_upper_triangle_only_the_zeros_have_none) {
  real x[9] = {3, 0, 0, 1, 2, 0, 4, -2, 5}, dx[9] = {0}, v[9] = {1, 0, 0, 1, 1, 1, 1, 1, 1};
  __enzyme_autodiff_checkv((void *)sumOfR, enzyme_dup, x, dx);
  FOR(j, 3) FOR(i, 3) must(i > j ? isnan(dx[j * 3 + i]) : dx[j * 3 + i] == 1);
  must(isnan(__enzyme_fwddiff_first((void *)sumOfR, enzyme_dup, x, v)));
  v[5] = 0;
  EXPECT_CLOSE(__enzyme_fwddiff_first((void *)sumOfR, enzyme_dup, x, v), 6, 0);
}
#endif
